import { FOUND_CREATORS_MAX, type FoundCreator } from '#contract/creators.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import type { Db, Queryable, Tx } from '#server/db/connect.ts'
import { readList } from '#server/db/replica.ts'
import { FairQueue } from '#server/limits/fair-queue.ts'
import { mediaPath } from '#server/media/media.ts'
import { type PreviewViewer, previewCreators } from '#server/store/creators/creator-previews.ts'
import {
  type CreatorRow,
  type CreatorSearch,
  findByBio,
  findByName,
  findBySimilarBio,
  findBySimilarName,
  listActiveCreators,
  listCreators,
  withStatementTimeout,
} from '#server/store/creators/creator-search.ts'
import { plainText } from '#server/text.ts'

/** Shorter inputs have no useful similar matches. */
const LEAST_LETTERS = 3
/** Normalisation can turn one character into a whole phrase, so the length is limited after it. */
const MOST_LETTERS = 100
/**
 * Time budgets. Names are searched first. All other searches share one budget, exact before similar ones, which get the
 * rest of it. The budget is smaller while others wait in the queue.
 */
const TIME_MS = { names: 1000, others: 1000, others_while_crowded: 300 }
/** With less time a similarity search finds nothing. */
const LEAST_MS = 20
/** At most three searches at once, so that other requests always get a database connection. */
const queue = new FairQueue({ at_once: 3, waiting_max: 30 })

type SearchContext = Pick<Context, 'db' | 'replica' | 'now'>

/** Searches creators; without a search text it returns the most recently active ones. */
export async function findCreators(
  ctx: SearchContext,
  viewer: Viewer,
  search: string | undefined,
  signal: AbortSignal,
): Promise<FoundCreator[]> {
  const wanted = { words: plainText(search ?? '').slice(0, MOST_LETTERS), viewer_id: viewer.id, now: ctx.now() }
  if (wanted.words === '')
    return await readList(ctx, async (db) => await presentCreators(db, wanted, await listActiveCreators(db, wanted)))
  return await queue.run(viewer.id, signal, () =>
    readList(ctx, async (db) => {
      const ids = await searchCreators(db, wanted, signal)
      return await presentCreators(db, wanted, await listCreators(db, wanted, ids))
    }),
  )
}

/** Runs the searches from the most to the least exact one, until the list is full. */
async function searchCreators(db: Db | Tx, wanted: CreatorSearch, signal: AbortSignal): Promise<string[]> {
  const by_name = await withStatementTimeout(db, TIME_MS.names, (tx) => findByName(tx, wanted))
  if (wanted.words.length < LEAST_LETTERS || isFull(by_name)) return best(by_name)
  const ends_at = performance.now() + (queue.is_crowded ? TIME_MS.others_while_crowded : TIME_MS.others)
  const withinBudget = async (search: typeof findByName) => {
    const left_ms = Math.floor(ends_at - performance.now())
    return left_ms < LEAST_MS || signal.aborted
      ? []
      : await withStatementTimeout(db, left_ms, (tx) => search(tx, wanted))
  }
  const by_bio = await withinBudget(findByBio)
  const by_similar_name = await withinBudget(findBySimilarName)
  const found = [...by_name, ...by_similar_name, ...by_bio]
  return best(isFull(found) ? found : [...found, ...(await withinBudget(findBySimilarBio))])
}

function isFull(ids: readonly string[]): boolean {
  return best(ids).length >= FOUND_CREATORS_MAX
}

/** Without duplicates; the first occurrence keeps its place. */
function best(ids: readonly string[]): string[] {
  return [...new Set(ids)].slice(0, FOUND_CREATORS_MAX)
}

/** The creators as this viewer sees them, in the same order. Creators that disappeared in the meantime are left out. */
export async function presentCreators(
  db: Queryable,
  viewer: PreviewViewer,
  rows: readonly CreatorRow[],
): Promise<FoundCreator[]> {
  const previews = await previewCreators(
    db,
    rows.map(({ id }) => id),
    viewer,
  )
  return rows.flatMap(({ picture_id, ...row }) => {
    const preview = previews.get(row.id)
    if (!preview) return []
    const { newest_media_id, ...shown } = preview
    return [{ ...row, ...shown, profile_pic: mediaPath(picture_id), newest_picture: mediaPath(newest_media_id) }]
  })
}
