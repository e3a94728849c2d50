import type { Db } from '#server/db/connect.ts'

/** How many years after the one that they are about books and papers are kept, as the law asks. */
export const KEPT_YEARS = 10

const ROWS_AT_ONCE = 1000

/** The papers of each table by the year that they are about. */
const PAPERS = {
  receipts: (db: Db, year: number) => db`select number from receipts where year < ${year} limit ${ROWS_AT_ONCE}`,
  monthly_statements: (db: Db, year: number) =>
    db`select number from monthly_statements where month < ${String(year)} limit ${ROWS_AT_ONCE}`,
}

/**
 * Erases the papers of years that need not be kept any more, also of people who are still here. The tables refuse any other
 * removal. Repeatable, and a thousand rows in a transaction. Returns how many.
 */
export async function eraseOldPapers(db: Db, table: keyof typeof PAPERS, now: Date): Promise<number> {
  const kept_from = now.getUTCFullYear() - KEPT_YEARS
  const old = PAPERS[table](db, kept_from)
  let count = 0
  for (let erased = ROWS_AT_ONCE; erased === ROWS_AT_ONCE; count += erased) {
    erased = await db.begin(async (tx) => {
      await tx`select set_config('loge.kept_from_year', ${String(kept_from)}, true)`
      return (await tx`delete from ${tx(table)} where number in (${old}) returning 1`).length
    })
  }
  return count
}
