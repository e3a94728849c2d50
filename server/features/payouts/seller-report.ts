import { endpoints } from '#contract/index.ts'
import type { VerificationDetails } from '#contract/verifications.ts'
import type { Context } from '#server/context.ts'
import { type AmountCell, toCsvPieces } from '#server/csv.ts'
import { openDetails } from '#server/domain/identities.ts'
import { type BankAccount, openAccount } from '#server/domain/payouts/accounts.ts'
import { tillOf } from '#server/domain/payouts/till.ts'
import type { Feature } from '#server/feature.ts'
import { type Serve, StreamedAnswer } from '#server/http/route.ts'
import { type Seal, SealBroken, type Sealed } from '#server/seal.ts'
import { countsDemo } from '#server/store/payouts/moves.ts'
import { listSellers, type SellerRow } from '#server/store/payouts/seller-report.ts'
import { insertOwnAuditEntry } from '#server/store/staff/audit.ts'

const DETAILS = [
  'legal_name',
  'birth_date',
  'street',
  'postal_code',
  'city',
  'country',
  'tax_number',
] as const satisfies readonly (keyof VerificationDetails)[]
const SUMS = ['consideration', 'fees', 'sales', 'vat'] as const
const QUARTERS = ['q1', 'q2', 'q3', 'q4'] as const
type QuarterColumn = `${(typeof QUARTERS)[number]}_${(typeof SUMS)[number]}`
const QUARTER_COLUMNS = QUARTERS.flatMap((quarter) => SUMS.map((sum): QuarterColumn => `${quarter}_${sum}`))
const COLUMNS = [
  ...(['seller', 'username', ...DETAILS, 'account_holder', 'iban'] as const),
  ...QUARTER_COLUMNS,
  ...(['is_sample', 'note'] as const),
]

type Row = Record<(typeof COLUMNS)[number], string | boolean | AmountCell | null>
type ReportContext = Pick<Context, 'db' | 'config' | 'seal'>

/** The report about all sellers of a year as CSV, as Directive (EU) 2021/514 (DAC7) wants it, by the days of booking in UTC. */
export function printSellerReport({ db, config, seal }: ReportContext, year: string): AsyncIterable<string> {
  const [from, until] = [`${year}`, String(Number(year) + 1)].map((each) => new Date(`${each}-01-01T00:00:00.000Z`))
  if (!from || !until) throw new Error('a year has a beginning and an end')
  return toCsvPieces(COLUMNS, rowsOf(seal, listSellers(db, { from, until, with_demo: countsDemo(config) })))
}

export const seller_reports: Feature = { routes: sellerReportRoutes }

function sellerReportRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_seller_report, { limit: 'seller_report' })(async ({ viewer, params, answer }) => {
    const till = tillOf(ctx)
    // The entry is stored before the first byte is sent.
    const entry = { action: 'seller_report_exported', details: { year: params.year }, created_at: ctx.now() } as const
    await insertOwnAuditEntry(ctx.db, viewer.id, entry)
    answer.header('content-disposition', `attachment; filename="loge-sellers-${params.year}.csv"`)
    return new StreamedAnswer('text/csv; charset=utf-8', printSellerReport(till, params.year))
  })
}

async function* rowsOf(seal: Seal | undefined, pages: AsyncIterable<SellerRow[]>): AsyncGenerator<Row[]> {
  for await (const page of pages) yield page.map((seller) => rowOf(seal, seller))
}

function rowOf(seal: Seal | undefined, seller: SellerRow): Row {
  const { creator_id, username, quarters, is_sample } = seller
  const notes = seller.is_verified ? [] : ['not verified']
  /** What cannot be opened is named, and the report goes on. */
  function open<T>(sealed: Sealed | null, how: (seal: Seal, sealed: Sealed) => T): T | undefined {
    if (!sealed || !seal) return undefined
    try {
      return how(seal, sealed)
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      if (!notes.includes('sealed with an unknown key')) notes.push('sealed with an unknown key')
      return undefined
    }
  }
  const details = open(
    seller.details,
    (key, sealed): Partial<VerificationDetails> => openDetails(key, creator_id, sealed),
  )
  const account = open(seller.account, (key, sealed): BankAccount => openAccount(key, sealed, creator_id))
  if (seller.is_account_at_provider) notes.push('account at the payout provider')
  return {
    ...{ seller: creator_id, username, account_holder: account?.holder ?? null, iban: account?.iban ?? null },
    ...(Object.fromEntries(DETAILS.map((column) => [column, details?.[column] ?? null])) as Record<
      (typeof DETAILS)[number],
      string | null
    >),
    ...quarterCells(quarters),
    ...{ is_sample, note: notes.join('; ') || null },
  }
}

function quarterCells(quarters: SellerRow['quarters']): Record<QuarterColumn, string | AmountCell> {
  const cells = QUARTERS.flatMap((name, place): [QuarterColumn, string | AmountCell][] => {
    const { net, fees, sales, vat } = quarters[place] ?? { net: 0, fees: 0, sales: 0, vat: 0 }
    return [
      [`${name}_consideration`, { cents: net }],
      [`${name}_fees`, { cents: fees }],
      [`${name}_sales`, String(sales)],
      [`${name}_vat`, { cents: vat }],
    ]
  })
  return Object.fromEntries(cells) as Record<QuarterColumn, string | AmountCell>
}
