import { isIban } from '#contract/iban.ts'
import { checkSchema } from './pain-001-schema.ts'
import { parseXml, type XmlElement } from './xml.ts'

/** Signs that every bank of the SEPA area accepts (EPC217-08). */
const SEPA_TEXT = /^[A-Za-z0-9/\-?:().,'+ ]+$/
/** References moreover neither begin nor end with a slash, nor have two in a row (EPC132-08). */
const REFERENCE = /^(?!\/)(?!.*\/\/).+(?<!\/)$/
/** At most €999,999,999.99, with both decimals. */
const AMOUNT = /^\d{1,9}\.\d{2}$/
const SUM = /^\d{1,15}\.\d{2}$/
const NAME_MAX = 70

/** What a file tells the bank. */
export interface ReadFile {
  message_id: string
  pay_on: string
  debtor: { name: string; iban: string; bic: string | undefined }
  transfers: { reference: string; amount: string; name: string; iban: string; text: string }[]
}

/**
 * Parses a file and checks it: the published schema, the stricter implementation guidelines for SEPA credit transfers
 * (EPC132-08), its sums, and its account numbers. Throws at the first mistake. Of the files named in `pain-001-schema.ts` it
 * accepts none that the XSD of the European Payments Council refuses.
 */
export function readPain001(source: string): ReadFile {
  const root = parseXml(source)
  checkSchema(root)
  const [initiation] = root.children as [XmlElement]
  const header = child(initiation, 'GrpHdr')
  const payments = childrenOf(initiation, 'PmtInf')
  const all = payments.flatMap((payment) => childrenOf(payment, 'CdtTrfTxInf'))
  checkReference(header, 'MsgId')
  checkName(header, 'InitgPty')
  checkTotals(header, all)
  for (const payment of payments) {
    checkPayment(payment)
    checkTotals(payment, childrenOf(payment, 'CdtTrfTxInf'))
  }
  const transfers = all.map(readTransfer)
  if (new Set(transfers.map(({ reference }) => reference)).size < all.length) throw new Error('a reference comes twice')
  const [payment] = payments as [XmlElement]
  return {
    message_id: textOf(header, 'MsgId'),
    pay_on: textOf(payment, 'ReqdExctnDt', 'Dt'),
    debtor: { name: textOf(payment, 'Dbtr', 'Nm'), iban: ibanOf(payment, 'DbtrAcct'), bic: bicOf(payment) },
    transfers,
  }
}

/** The debit: a SEPA credit transfer in euros, whose charges are shared as the rules of SEPA say. */
function checkPayment(payment: XmlElement): void {
  checkReference(payment, 'PmtInfId')
  expectText(payment, 'TRF', 'PmtMtd')
  expectText(payment, 'SLEV', 'ChrgBr')
  if (childrenOf(child(payment, 'PmtTpInf'), 'SvcLvl').length > 1) throw new Error('there are two service levels')
  expectText(payment, 'SEPA', 'PmtTpInf', 'SvcLvl', 'Cd')
  expectText(payment, 'EUR', 'DbtrAcct', 'Ccy')
  // A day without an hour or a zone.
  if (textOf(payment, 'ReqdExctnDt', 'Dt').length !== 'YYYY-MM-DD'.length) throw new Error('the day has a zone')
  checkName(payment, 'Dbtr')
  const bank = child(payment, 'DbtrAgt', 'FinInstnId')
  if (bank.children.length !== 1) throw new Error('the bank has not exactly one name')
  if (bicOf(payment) === undefined) expectText(bank, 'NOTPROVIDED', 'Othr', 'Id')
}

function readTransfer(line: XmlElement): ReadFile['transfers'][number] {
  checkReference(line, 'PmtId', 'EndToEndId')
  checkName(line, 'Cdtr')
  if (child(line, 'RmtInf').children.length !== 1) throw new Error('a transfer has not exactly one text')
  const amount = child(line, 'Amt', 'InstdAmt')
  if (amount.attributes.Ccy !== 'EUR') throw new Error('an amount is not in euros')
  if (!AMOUNT.test(amount.text) || centsIn(amount.text) < 1) throw new Error(`${amount.text} is no amount of SEPA`)
  return {
    reference: textOf(line, 'PmtId', 'EndToEndId'),
    amount: amount.text,
    name: textOf(line, 'Cdtr', 'Nm'),
    iban: ibanOf(line, 'CdtrAcct'),
    text: sepaTextOf(line, 'RmtInf', 'Ustrd'),
  }
}

/** The schema lets both sums be absent; the guidelines do not. */
function checkTotals(part: XmlElement, lines: readonly XmlElement[]): void {
  if (textOf(part, 'NbOfTxs') !== String(lines.length)) throw new Error('another number of transactions')
  const cents = lines.reduce((sum, line) => sum + centsIn(textOf(line, 'Amt', 'InstdAmt')), 0)
  if (centsIn(textOf(part, 'CtrlSum')) !== cents) throw new Error('another control sum')
}

function checkReference(element: XmlElement, ...path: string[]): void {
  const reference = sepaTextOf(element, ...path)
  if (!REFERENCE.test(reference)) throw new Error(`${reference} has a slash where SEPA has none`)
}

function checkName(element: XmlElement, party: string): void {
  const name = sepaTextOf(element, party, 'Nm')
  if (name.length > NAME_MAX) throw new Error(`${name} has more than ${NAME_MAX} letters`)
}

function expectText(element: XmlElement, expected: string, ...path: string[]): void {
  const text = textOf(element, ...path)
  if (text !== expected) throw new Error(`${path.join('/')} is ${text} and not ${expected}`)
}

function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((inner) => inner.name === name)
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

function sepaTextOf(element: XmlElement, ...path: string[]): string {
  const text = textOf(element, ...path)
  if (!SEPA_TEXT.test(text)) throw new Error(`${path.join('/')} has signs that banks refuse: ${text}`)
  return text
}

function bicOf(payment: XmlElement): string | undefined {
  const [bank] = child(payment, 'DbtrAgt', 'FinInstnId').children
  return bank?.name === 'BICFI' ? bank.text : undefined
}

/** The check digits and the length of each country. */
function ibanOf(element: XmlElement, account: string): string {
  const iban = textOf(element, account, 'Id', 'IBAN')
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('')
  if (BigInt(digits) % 97n !== 1n) throw new Error(`${iban} has wrong check digits`)
  if (!isIban(iban) || iban !== iban.toUpperCase())
    throw new Error(`${iban} has another length than those of its country, or is outside of the SEPA area`)
  return iban
}

function centsIn(amount: string): number {
  if (!SUM.test(amount)) throw new Error(`${amount} has no two decimals`)
  return Number(amount.replace('.', ''))
}
