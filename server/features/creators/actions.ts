import { FOUND_CREATORS_MAX, type FoundCreator } from '#contract/creators.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { FairQueue } from '#server/limits/fair-queue.ts'
import {
  type CreatorRow,
  type CreatorSearch,
  listActiveCreators,
  listCreatorsByBio,
  listCreatorsByName,
  listCreatorsBySimilarBio,
  listCreatorsBySimilarName,
  withStatementTimeout,
} from '#server/store/creator-search.ts'
import { plainText } from '#server/text.ts'
import { presentCreators } from './present-creators.ts'

/** Shorter inputs have no useful similar matches. */
const LEAST_LETTERS = 3
/** Normalisation can turn one character into a whole phrase, so the length is limited after it. */
const MOST_LETTERS = 100
/**
 * Time budgets. Names are searched first. All other searches share one budget, exact before similar ones, which get the
 * rest of it. The budget is smaller while others wait in the queue.
 */
const TIME_MS = { names: 1000, others: 1000, others_in_a_crowd: 300 }
/** With less time a similarity search finds nothing. */
const LEAST_MS = 20
/** At most three searches at once, so that other requests always get a database connection. */
const queue = new FairQueue({ at_once: 3, waiting_max: 30 })

type SearchContext = Pick<Context, 'db' | 'now'>

/** Searches creators; without a search text it returns the most recently active ones. */
export async function findCreators(
  ctx: SearchContext,
  viewer: Viewer,
  search: string | undefined,
  signal: AbortSignal,
): Promise<FoundCreator[]> {
  const wanted = { words: plainText(search ?? '').slice(0, MOST_LETTERS), viewer_id: viewer.id, now: ctx.now() }
  const rows =
    wanted.words === ''
      ? await listActiveCreators(ctx.db, wanted)
      : await queue.run(viewer.id, signal, () => searchCreators(ctx, wanted, signal))
  return await presentCreators(ctx.db, wanted, rows)
}

/** Runs the searches from the most to the least exact one, until the list is full. */
async function searchCreators(
  { db }: SearchContext,
  wanted: CreatorSearch,
  signal: AbortSignal,
): Promise<CreatorRow[]> {
  const named = await withStatementTimeout(db, TIME_MS.names, (tx) => listCreatorsByName(tx, wanted))
  if (wanted.words.length < LEAST_LETTERS || isFull(named)) return best(named)
  const ends_at = performance.now() + (queue.is_crowded ? TIME_MS.others_in_a_crowd : TIME_MS.others)
  const whileTime = async (way: typeof listCreatorsByName): Promise<CreatorRow[]> => {
    const left_ms = Math.floor(ends_at - performance.now())
    return left_ms < LEAST_MS || signal.aborted ? [] : await withStatementTimeout(db, left_ms, (tx) => way(tx, wanted))
  }
  const sayers = await whileTime(listCreatorsByBio)
  const nearly_named = await whileTime(listCreatorsBySimilarName)
  const found = [...named, ...nearly_named, ...sayers]
  return best(isFull(found) ? found : [...found, ...(await whileTime(listCreatorsBySimilarBio))])
}

function isFull(rows: readonly CreatorRow[]): boolean {
  return best(rows).length >= FOUND_CREATORS_MAX
}

/** Deduplicates by id; the first occurrence keeps its place. */
function best(rows: readonly CreatorRow[]): CreatorRow[] {
  const found = new Map<string, CreatorRow>()
  for (const row of rows) if (!found.has(row.id)) found.set(row.id, row)
  return [...found.values()].slice(0, FOUND_CREATORS_MAX)
}
