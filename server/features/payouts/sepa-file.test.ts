import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPain001 } from '#tests/support/payouts/pain-001.ts'
import { checkSchema } from '#tests/support/payouts/pain-001-schema.ts'
import { parseXml, printXml, type XmlElement } from '#tests/support/payouts/xml.ts'
import { type SepaFile, type Transfer, writeSepaFile } from './sepa-file.ts'
import { toSepaText } from './sepa-text.ts'

const TRANSFER: Transfer = {
  id: '019ba4d2-0000-7000-8000-000000000001',
  cents: 123_456,
  name: 'Amélie Moreau',
  iban: 'FR7630006000011234567890189',
  text: 'Loge payout 2026-12-01',
}
const FILE: SepaFile = {
  id: '019ba4d2-0000-7000-8000-00000000000a',
  created_at: new Date('2026-12-01T08:30:00.123Z'),
  pay_on: '2026-12-02',
  debtor: { name: 'Loge SAS', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  transfers: [TRANSFER],
}
const file = (changes: Partial<SepaFile> = {}) => writeSepaFile({ ...FILE, ...changes })

describe('The check of a file', () => {
  const valid = file({ transfers: [TRANSFER, { ...TRANSFER, id: '019ba4d2-0000-7000-8000-000000000002', cents: 5 }] })

  it.each([
    [
      'an element in the wrong place',
      (xml: string) => xml.replace(/(\s*<PmtMtd>.*<\/PmtMtd>)(\s*<BtchBookg>.*<\/BtchBookg>)/, '$2$1'),
    ],
    ['a missing required element', (xml: string) => xml.replace(/<MsgId>.*<\/MsgId>/, '')],
    ['an element that is unknown', (xml: string) => xml.replace('<PmtMtd>', '<PmtMode>x</PmtMode><PmtMtd>')],
    ['another number of transactions', (xml: string) => xml.replace('<NbOfTxs>2<', '<NbOfTxs>3<')],
    ['another control sum', (xml: string) => xml.replace('<CtrlSum>1234.61<', '<CtrlSum>1234.60<')],
    ['an amount without decimals', (xml: string) => xml.replace('>1234.56<', '>1234<')],
    ['wrong check digits', (xml: string) => xml.replace('FR7630006000011234567890189', 'FR7630006000011234567890188')],
    [
      'an IBAN that is too short for its country, with right check digits',
      (xml: string) => xml.replace('FR7630006000011234567890189', 'FR133000600001123456789018'),
    ],
    [
      'an IBAN outside of the SEPA area, with right check digits',
      (xml: string) => xml.replace('FR7630006000011234567890189', 'US3530006000011234567890189'),
    ],
    ['a BIC without a country', (xml: string) => xml.replace('COBADEFFXXX', 'COBA12FFXXX')],
    ['an amount of nothing', (xml: string) => xml.replace('>1234.56<', '>0.00<').replaceAll('>1234.61<', '>0.05<')],
    ['an amount of more than nine digits', (xml: string) => xml.replace('>1234.56<', '>1000000000.00<')],
    ['a month that does not exist', (xml: string) => xml.replace('2026-12-02', '2026-13-02')],
    ['a day that its month does not have', (xml: string) => xml.replace('2026-12-02', '2026-11-31')],
    ['a day with a zone', (xml: string) => xml.replace('2026-12-02', '2026-12-02Z')],
    ['a moment instead of a day', (xml: string) => xml.replace(/<Dt>.*<\/Dt>/, '<DtTm>2026-12-02T08:00:00</DtTm>')],
    ['a day and a moment', (xml: string) => xml.replace('</Dt>', '</Dt><DtTm>2026-12-02T08:00:00</DtTm>')],
    ['an hour that does not exist', (xml: string) => xml.replace('T08:30:00', 'T24:30:00')],
    ['a moment without its seconds', (xml: string) => xml.replace('T08:30:00', 'T08:30')],
    ['an answer that is neither yes nor no', (xml: string) => xml.replace('>true<', '>yes<')],
    ['a way of paying that is none', (xml: string) => xml.replace('>TRF<', '>TRX<')],
    ['a cheque', (xml: string) => xml.replace('>TRF<', '>CHK<')],
    ['charges for the creator', (xml: string) => xml.replace('>SLEV<', '>CRED<')],
    ['another service than SEPA', (xml: string) => xml.replace('>SEPA<', '>URGP<')],
    ['a service level that is too long', (xml: string) => xml.replace('>SEPA<', '>SEPA1<')],
    ['a number of transactions that is no number', (xml: string) => xml.replaceAll('<NbOfTxs>2<', '<NbOfTxs>two<')],
    ['a bank with a BIC and another name', (xml: string) => xml.replace('</BICFI>', '</BICFI><Nm>Commerzbank</Nm>')],
    ['an account without an IBAN', (xml: string) => xml.replace(/<IBAN>.*<\/IBAN>/, '<Othr><Id>1</Id></Othr>')],
    ['an IBAN in small letters', (xml: string) => xml.replace('DE89370400440532013000', 'de89370400440532013000')],
    [
      'an amount that is negative',
      (xml: string) => xml.replace('>0.05<', '>-0.05<').replaceAll('>1234.61<', '>1234.51<'),
    ],
    ['an amount in thousandths', (xml: string) => xml.replace('>0.05<', '>0.050<')],
    ['an amount without a currency', (xml: string) => xml.replace(' Ccy="EUR"', '')],
    ['a text that is too long', (xml: string) => xml.replace('Loge payout', 'L'.repeat(140))],
    ['two texts for one creator', (xml: string) => xml.replace('</Ustrd>', '</Ustrd><Ustrd>and more</Ustrd>')],
    ['a reference that begins with a slash', (xml: string) => xml.replace('<EndToEndId>0', '<EndToEndId>/')],
    ['a BIC that is none', (xml: string) => xml.replace('COBADEFFXXX', 'COBADE1')],
    ['a reference that is too long', (xml: string) => xml.replace('<EndToEndId>', '<EndToEndId>abcdef')],
    ['a name with a letter that banks refuse', (xml: string) => xml.replace('Amelie', 'Amélie')],
    ['a name that is too long', (xml: string) => xml.replace('Amelie', 'A'.repeat(70))],
    ['the same reference twice', (xml: string) => xml.replace('000000000002', '000000000001')],
    ['another currency', (xml: string) => xml.replace('Ccy="EUR"', 'Ccy="USD"')],
    ['another namespace', (xml: string) => xml.replace('001.09', '001.03')],
    ['an ampersand', (xml: string) => xml.replace('Amelie', 'A & B')],
    ['an end tag that is missing', (xml: string) => xml.replace('</Document>', '')],
  ])('A file with %s is refused', (_, spoil) => {
    expect(() => readPain001(valid)).not.toThrow()
    expect(spoil(valid)).not.toBe(valid)
    expect(() => readPain001(spoil(valid))).toThrow()
  })

  it.each<[string, Change, string[]]>([
    // Whether the bank books one debit or many is the only thing that a file may leave open.
    ['is missing', (siblings, at) => siblings.toSpliced(at, 1), ['BtchBookg']],
    ['comes twice', (siblings, at) => siblings.toSpliced(at, 0, siblings[at] as XmlElement), []],
    ['changes places with the next one', changePlaces, []],
    ['follows one that is unknown', (siblings, at) => siblings.toSpliced(at, 0, element('Unknown')), []],
    ['has another name', (siblings, at) => siblings.with(at, { ...(siblings[at] as XmlElement), name: 'Unknown' }), []],
    ['is empty', (siblings, at) => siblings.with(at, element(siblings[at]?.name ?? '')), []],
    ['has an attribute that it must not have', (siblings, at) => siblings.with(at, withAttribute(siblings[at])), []],
    ['has text beside its elements', (siblings, at) => withText(siblings, at), []],
  ])('A file in which any of its elements %s is refused', (_, change, allowed) => {
    const root = parseXml(valid)
    const accepted: string[] = []
    let tried = 0
    forEachChange(root, change, (changed, name) => {
      tried += 1
      // Every change is one of the document itself, not only one that its reader does not understand.
      expect(() => parseXml(printXml(changed))).not.toThrow()
      if (isAccepted(printXml(changed))) accepted.push(name)
    })
    expect(tried).toBeGreaterThan(15)
    expect(accepted).toEqual(allowed)
  })

  it('The schema alone refuses what is misplaced, text in place of elements, and what no file of the product holds', () => {
    const check = (xml: string) => () => checkSchema(parseXml(xml))
    expect(check(valid)).not.toThrow()
    expect(check(valid.replace('</PmtInf>', '<Dbtr></Dbtr></PmtInf>'))).toThrow(/Dbtr, which is .* wrong place/)
    expect(check(valid.replace(/<RmtInf>[\s\S]*?<\/RmtInf>/, '<RmtInf>text</RmtInf>'))).toThrow(/is the text/)
    expect(check(valid.replace('</RmtInf>', '</RmtInf><SplmtryData></SplmtryData>'))).toThrow(
      /nothing that this product/,
    )
  })
})

type Change = (siblings: XmlElement[], at: number) => XmlElement[] | undefined

function element(name: string): XmlElement {
  return { name, attributes: {}, children: [], text: '' }
}

/** Two transfers may come in any order. */
function changePlaces(siblings: XmlElement[], at: number): XmlElement[] | undefined {
  const [one, other] = siblings.slice(at, at + 2)
  return one && other && one.name !== other.name ? siblings.toSpliced(at, 2, other, one) : undefined
}

function withAttribute(changed = element('')): XmlElement {
  return { ...changed, attributes: { ...changed.attributes, lang: 'en' } }
}

/** Only an element with others in it: the parser refuses a mixture, so its children go. */
function withText(siblings: XmlElement[], at: number): XmlElement[] | undefined {
  const changed = siblings[at] as XmlElement
  return changed.children.length > 0 ? siblings.with(at, { ...changed, children: [], text: 'text' }) : undefined
}

/** Gives the document with the change to each of its elements, one after the other. */
function forEachChange(root: XmlElement, change: Change, give: (changed: XmlElement, name: string) => void): void {
  for (const [at, { name }] of root.children.entries()) {
    const children = change(root.children, at)
    if (children) give({ ...root, children }, name)
    forEachChange(root.children[at] as XmlElement, change, (inner, inner_name) =>
      give({ ...root, children: root.children.with(at, inner) }, inner_name),
    )
  }
}

function isAccepted(xml: string): boolean {
  try {
    return readPain001(xml) !== undefined
  } catch {
    return false
  }
}

describe('The file for the bank', () => {
  it('It names the account of the house, the day, and each creator with an amount and a reference', () => {
    expect(readPain001(file())).toEqual({
      message_id: '019ba4d200007000800000000000000a',
      pay_on: '2026-12-02',
      debtor: { name: 'Loge SAS', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
      transfers: [
        {
          reference: '019ba4d2000070008000000000000001',
          amount: '1234.56',
          name: 'Amelie Moreau',
          iban: 'FR7630006000011234567890189',
          text: 'Loge payout 2026-12-01',
        },
      ],
    })
  })

  it('A house without a BIC is known by its IBAN', () => {
    const xml = file({ debtor: { ...FILE.debtor, bic: undefined } })
    expect(readPain001(xml).debtor.bic).toBeUndefined()
    expect(xml).toContain('NOTPROVIDED')
  })

  it.each([
    ['Zoë Åkesson-Łukasz', 'Zoe Akesson-Lukasz'],
    ['Jürgen Weiß & Søn', 'Jurgen Weiss + Son'],
    ['François d’Œuvre', "Francois d'OEuvre"],
    ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoylos'],
    ['Иван Щерев', 'Ivan Shterev'],
    ['</Nm><Nm>Eve', './Nm..Nm.Eve'],
    ['//Slash//', 'Slash'],
    ['名前', '..'],
    ['\u202e\u0000', '..'],
    ['  ', 'NOTPROVIDED'],
  ])('The name %s is written as %s', (name, written) => {
    expect(toSepaText(name, 70)).toBe(written)
  })

  it('Whatever names and amounts there are, the file is valid and every cent of it is counted', () => {
    const transfer = fc.record({
      id: fc.uuid({ version: 7 }),
      cents: fc.integer({ min: 1, max: 999_999_999 }),
      name: fc.string({ unit: 'binary', maxLength: 200 }),
      iban: fc.constantFrom('FR7630006000011234567890189', 'DE89370400440532013000', 'NO9386011117947'),
      text: fc.string({ unit: 'binary', maxLength: 300 }),
    })
    const transfers = fc.uniqueArray(transfer, { minLength: 1, maxLength: 20, selector: ({ id }) => id })
    fc.assert(
      fc.property(transfers, fc.string({ unit: 'binary' }), (lines, name) => {
        const read = readPain001(file({ transfers: lines, debtor: { ...FILE.debtor, name } }))
        expect(read.transfers.map(({ amount }) => Number(amount.replace('.', '')))).toEqual(
          lines.map(({ cents }) => cents),
        )
      }),
      { numRuns: 60 },
    )
  })
})
