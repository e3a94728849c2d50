import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPain001 } from '#tests/support/payouts/pain-001.ts'
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
    ['a day that does not exist', (xml: string) => xml.replace('2026-12-02', '2026-13-02')],
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
})

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
