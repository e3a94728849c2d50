import { amountOf } from '#contract/fees.ts'
import { escapeHtml } from '#server/html.ts'
import { toSepaText } from './sepa-text.ts'

/** One credit transfer. */
export interface Transfer {
  /** A UUID. Without its hyphens it is the reference that the bank shows to both sides. */
  id: string
  cents: number
  /** The holder of the account. */
  name: string
  iban: string
  /** What the creator reads on the account statement. */
  text: string
}

export interface SepaFile {
  /** A UUID. The same file twice has the same message id, by which banks refuse the second one. */
  id: string
  created_at: Date
  /** "2026-12-01": when the bank is asked to pay. */
  pay_on: string
  debtor: { name: string; iban: string; bic: string | undefined }
  transfers: readonly Transfer[]
}

const NAME_MAX = 70
const TEXT_MAX = 140

type Element = readonly [name: string, content: string | readonly Element[], attributes?: string]

/**
 * A SEPA credit transfer for many people: ISO 20022 pain.001.001.09 as in the implementation guidelines of the European
 * Payments Council (EPC132-08). One debit of the house's account, one line per payout, in the order of the published schema.
 */
export function writeSepaFile({ id, created_at, pay_on, debtor, transfers }: SepaFile): string {
  const reference = withoutHyphens(id)
  const count = String(transfers.length)
  const sum = amountOf(transfers.reduce((cents, transfer) => cents + transfer.cents, 0))
  const debtor_name: Element = ['Nm', toSepaText(debtor.name, NAME_MAX)]
  const document: Element = [
    'Document',
    [
      [
        'CstmrCdtTrfInitn',
        [
          [
            'GrpHdr',
            [
              ['MsgId', reference],
              ['CreDtTm', created_at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)],
              ['NbOfTxs', count],
              ['CtrlSum', sum],
              ['InitgPty', [debtor_name]],
            ],
          ],
          [
            'PmtInf',
            [
              ['PmtInfId', reference],
              ['PmtMtd', 'TRF'],
              // One debit for the whole file.
              ['BtchBookg', 'true'],
              ['NbOfTxs', count],
              ['CtrlSum', sum],
              ['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]],
              ['ReqdExctnDt', [['Dt', pay_on]]],
              ['Dbtr', [debtor_name]],
              ['DbtrAcct', [iban(debtor.iban), ['Ccy', 'EUR']]],
              ['DbtrAgt', [['FinInstnId', [bankOf(debtor.bic)]]]],
              ['ChrgBr', 'SLEV'],
              ...transfers.map(transferElement),
            ],
          ],
        ],
      ],
    ],
    ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"',
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${toXml(document)}`
}

/** The creator's bank is known by the IBAN alone. */
function transferElement({ id, cents, name, iban: number, text }: Transfer): Element {
  return [
    'CdtTrfTxInf',
    [
      ['PmtId', [['EndToEndId', withoutHyphens(id)]]],
      ['Amt', [['InstdAmt', amountOf(cents), ' Ccy="EUR"']]],
      ['Cdtr', [['Nm', toSepaText(name, NAME_MAX)]]],
      ['CdtrAcct', [iban(number)]],
      ['RmtInf', [['Ustrd', toSepaText(text, TEXT_MAX)]]],
    ],
  ]
}

function iban(number: string): Element {
  return ['Id', [['IBAN', number]]]
}

function bankOf(bic: string | undefined): Element {
  return bic === undefined ? ['Othr', [['Id', 'NOTPROVIDED']]] : ['BICFI', bic]
}

/** References have at most 35 characters. */
function withoutHyphens(id: string): string {
  return id.replaceAll('-', '')
}

/** Indented, so that an operator can read it. */
function toXml([name, content, attributes = '']: Element, indent = ''): string {
  const inner =
    typeof content === 'string'
      ? escapeHtml(content)
      : `\n${content.map((child) => toXml(child, `${indent}  `)).join('')}${indent}`
  return `${indent}<${name}${attributes}>${inner}</${name}>\n`
}
