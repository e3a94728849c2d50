import { isIban } from '#contract/iban.ts'
import { parseXml, type XmlElement } from './xml.ts'

/** How often an element may come: once, at most once, any number of times, or at least once. */
type Times = '1' | '?' | '*' | '+'
type Rule = RegExp | 'choice' | readonly string[]

const PARTY = ['Nm ?', 'PstlAdr ?', 'Id ?', 'CtryOfRes ?', 'CtctDtls ?']
const ACCOUNT = ['Id 1', 'Tp ?', 'Ccy ?', 'Nm ?', 'Prxy ?']
const AGENT = ['FinInstnId 1', 'BrnchId ?']
const MAX_35 = /^.{1,35}$/
/** References additionally must not begin or end with a slash, or have two in a row (EPC). */
const REFERENCE = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/\-?:().,'+ ]{1,35}(?<!\/)$/
const SEPA_NAME = /^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/
const SUM = /^\d{1,15}\.\d{2}$/

/**
 * The schema of pain.001.001.09 where this product uses it, written by hand: the content of each element, by its path, in its
 * order. Where the implementation guidelines for SEPA credit transfers are stricter, theirs. The complete published XSD is
 * not part of this repository, and no file was validated against it: files were checked once with xmllint, against a
 * narrower subset of it. So a bank may still object to what is not written here.
 */
const SCHEMA: Record<string, Rule> = {
  Document: ['CstmrCdtTrfInitn 1'],
  'Document/CstmrCdtTrfInitn': ['GrpHdr 1', 'PmtInf +', 'SplmtryData *'],
  GrpHdr: ['MsgId 1', 'CreDtTm 1', 'Authstn *', 'NbOfTxs 1', 'CtrlSum ?', 'InitgPty 1', 'FwdgAgt ?'],
  'GrpHdr/MsgId': REFERENCE,
  'GrpHdr/CreDtTm': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/,
  'GrpHdr/NbOfTxs': /^\d{1,15}$/,
  'GrpHdr/CtrlSum': SUM,
  'GrpHdr/InitgPty': PARTY,
  'InitgPty/Nm': SEPA_NAME,
  PmtInf: [
    ...['PmtInfId 1', 'PmtMtd 1', 'BtchBookg ?', 'NbOfTxs ?', 'CtrlSum ?', 'PmtTpInf ?', 'ReqdExctnDt 1'],
    ...['PoolgAdjstmntDt ?', 'Dbtr 1', 'DbtrAcct 1', 'DbtrAgt 1', 'DbtrAgtAcct ?', 'InstrForDbtrAgt ?', 'UltmtDbtr ?'],
    ...['ChrgBr ?', 'ChrgsAcct ?', 'ChrgsAcctAgt ?', 'CdtTrfTxInf +'],
  ],
  'PmtInf/PmtInfId': REFERENCE,
  'PmtInf/PmtMtd': /^TRF$/,
  'PmtInf/BtchBookg': /^(true|false)$/,
  'PmtInf/NbOfTxs': /^\d{1,15}$/,
  'PmtInf/CtrlSum': SUM,
  'PmtInf/PmtTpInf': ['InstrPrty ?', 'SvcLvl *', 'LclInstrm ?', 'CtgyPurp ?'],
  'PmtTpInf/SvcLvl': 'choice',
  'SvcLvl/Cd': /^SEPA$/,
  'PmtInf/ReqdExctnDt': 'choice',
  'ReqdExctnDt/Dt': /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  'PmtInf/Dbtr': PARTY,
  'Dbtr/Nm': SEPA_NAME,
  'PmtInf/DbtrAcct': ACCOUNT,
  'DbtrAcct/Id': 'choice',
  'DbtrAcct/Ccy': /^[A-Z]{3}$/,
  'PmtInf/DbtrAgt': AGENT,
  'DbtrAgt/FinInstnId': ['BICFI ?', 'ClrSysMmbId ?', 'LEI ?', 'Nm ?', 'PstlAdr ?', 'Othr ?'],
  'FinInstnId/BICFI': /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  'FinInstnId/Othr': ['Id 1', 'SchmeNm ?', 'Issr ?'],
  'Othr/Id': MAX_35,
  'PmtInf/ChrgBr': /^SLEV$/,
  CdtTrfTxInf: [
    ...['PmtId 1', 'PmtTpInf ?', 'Amt 1', 'XchgRateInf ?', 'ChrgBr ?', 'ChqInstr ?', 'UltmtDbtr ?', 'IntrmyAgt1 ?'],
    ...['IntrmyAgt1Acct ?', 'IntrmyAgt2 ?', 'IntrmyAgt2Acct ?', 'IntrmyAgt3 ?', 'IntrmyAgt3Acct ?', 'CdtrAgt ?'],
    // Cdtr and CdtrAcct are optional in the schema and required for a SEPA transfer.
    ...['CdtrAgtAcct ?', 'Cdtr 1', 'CdtrAcct 1', 'UltmtCdtr ?', 'InstrForCdtrAgt *', 'InstrForDbtrAgt ?', 'Purp ?'],
    ...['RgltryRptg *', 'Tax ?', 'RltdRmtInf *', 'RmtInf ?', 'SplmtryData *'],
  ],
  'CdtTrfTxInf/PmtId': ['InstrId ?', 'EndToEndId 1', 'UETR ?'],
  'PmtId/EndToEndId': REFERENCE,
  'CdtTrfTxInf/Amt': 'choice',
  'Amt/InstdAmt': /^\d{1,9}\.\d{2}$/,
  'CdtTrfTxInf/Cdtr': PARTY,
  'Cdtr/Nm': SEPA_NAME,
  'CdtTrfTxInf/CdtrAcct': ACCOUNT,
  'CdtrAcct/Id': 'choice',
  'Id/IBAN': /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/,
  'CdtTrfTxInf/RmtInf': ['Ustrd *', 'Strd *'],
  'RmtInf/Ustrd': /^[A-Za-z0-9/\-?:().,'+ ]{1,140}$/,
}

/** What a file tells the bank. */
export interface ReadFile {
  message_id: string
  pay_on: string
  debtor: { name: string; iban: string; bic: string | undefined }
  transfers: { reference: string; amount: string; name: string; iban: string; text: string }[]
}

/** Parses a file and checks it against the rules above, its sums and its account numbers. Throws at the first mistake. */
export function readPain001(source: string): ReadFile {
  const root = parseXml(source)
  if (root.attributes.xmlns !== 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09') throw new Error('another namespace')
  check(root, 'Document')
  const [initiation] = root.children as [XmlElement]
  const payments = initiation.children.filter(({ name }) => name === 'PmtInf')
  const all = payments.flatMap((payment) => payment.children.filter(({ name }) => name === 'CdtTrfTxInf'))
  for (const part of [child(initiation, 'GrpHdr'), ...payments]) {
    const lines = part.name === 'GrpHdr' ? all : part.children.filter(({ name }) => name === 'CdtTrfTxInf')
    if (textOf(part, 'NbOfTxs') !== String(lines.length)) throw new Error('another number of transactions')
    const cents = lines.reduce((sum, line) => sum + centsIn(textOf(line, 'Amt', 'InstdAmt')), 0)
    if (centsIn(textOf(part, 'CtrlSum')) !== cents) throw new Error('another control sum')
  }
  const references = all.map((line) => textOf(line, 'PmtId', 'EndToEndId'))
  if (new Set(references).size !== references.length) throw new Error('a reference comes twice')
  const [payment] = payments as [XmlElement]
  const agent = child(payment, 'DbtrAgt', 'FinInstnId').children[0]
  return {
    message_id: textOf(initiation, 'GrpHdr', 'MsgId'),
    pay_on: textOf(payment, 'ReqdExctnDt', 'Dt'),
    debtor: {
      name: textOf(payment, 'Dbtr', 'Nm'),
      iban: ibanOf(payment, 'DbtrAcct'),
      bic: agent?.name === 'BICFI' ? agent.text : undefined,
    },
    transfers: all.map((line) => {
      const amount = child(line, 'Amt', 'InstdAmt')
      if (amount.attributes.Ccy !== 'EUR' || centsIn(amount.text) < 1) throw new Error('an amount that is none')
      return {
        reference: textOf(line, 'PmtId', 'EndToEndId'),
        amount: amount.text,
        name: textOf(line, 'Cdtr', 'Nm'),
        iban: ibanOf(line, 'CdtrAcct'),
        text: textOf(line, 'RmtInf', 'Ustrd'),
      }
    }),
  }
}

function check(element: XmlElement, path: string): void {
  const short = path.split('/').slice(-2).join('/')
  const rule = SCHEMA[short] ?? SCHEMA[element.name]
  if (!rule) throw new Error(`${path} is not in the schema`)
  if (rule instanceof RegExp) {
    if (element.children.length > 0 || !rule.test(element.text)) throw new Error(`${path} is "${element.text}"`)
    return
  }
  const names = element.children.map(({ name }) => name)
  if (rule === 'choice') {
    if (names.length !== 1) throw new Error(`${path} must have exactly one element`)
  } else checkSequence(names, rule, path)
  for (const inner of element.children) check(inner, `${path}/${inner.name}`)
}

function checkSequence(names: readonly string[], rule: readonly string[], path: string): void {
  let at = 0
  for (const part of rule) {
    const [name, times] = part.split(' ') as [string, Times]
    let count = 0
    for (; names[at] === name; at += 1) count += 1
    if (count === 0 && (times === '1' || times === '+')) throw new Error(`${path} lacks ${name}`)
    if (count > 1 && (times === '1' || times === '?')) throw new Error(`${path} has ${name} twice`)
  }
  if (at < names.length) throw new Error(`${path} has ${names[at]} in the wrong place`)
}

function child(element: XmlElement, ...path: string[]): XmlElement {
  return path.reduce((parent, name) => {
    const found = parent.children.find((inner) => inner.name === name)
    if (!found) throw new Error(`${parent.name} lacks ${name}`)
    return found
  }, element)
}

function textOf(element: XmlElement, ...path: string[]): string {
  return child(element, ...path).text
}

function ibanOf(element: XmlElement, account: string): string {
  const iban = textOf(element, account, 'Id', 'IBAN')
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('')
  if (BigInt(digits) % 97n !== 1n) throw new Error(`${iban} has wrong check digits`)
  if (!isIban(iban))
    throw new Error(`${iban} has another length than those of its country, or is outside of the SEPA area`)
  return iban
}

function centsIn(amount: string): number {
  if (!SUM.test(amount)) throw new Error(`${amount} has no two decimals`)
  return Number(amount.replace('.', ''))
}
