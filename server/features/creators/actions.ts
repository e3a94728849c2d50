import type { FoundCreator } from '#contract/creators.ts'
import { FOUND_CREATORS_MAX } from '#contract/limits.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { Turns } from '#server/db/turns.ts'
import {
  type CreatorRow,
  inTime,
  listActiveCreators,
  listCreatorsByName,
  listCreatorsNamedNearly,
  listCreatorsWhoNearlySay,
  listCreatorsWhoSay,
} from '#server/store/found-creators.ts'
import { plainText } from '#server/text.ts'
import { presentCreators } from './present-creators.ts'

/** From the surest to the vaguest; a list that is full needs no more. */
const WAYS = [listCreatorsByName, listCreatorsNamedNearly, listCreatorsWhoSay, listCreatorsWhoNearlySay]
/** Of fewer letters there is nothing that would be nearly the same. */
const LEAST_LETTERS = 3
/** What is searched for may be written as signs that stand for whole phrases. */
const MOST_LETTERS = 100
/** However many search, everybody else finds a connection to the database. */
const turns = new Turns(3)

/** Who is meant by these words; without any, who was active last. */
export async function findCreators(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  search = '',
): Promise<FoundCreator[]> {
  const wanted = { words: plainText(search).slice(0, MOST_LETTERS), viewer_id: viewer.id, now: ctx.now() }
  if (wanted.words === '') return await presentCreators(ctx.db, wanted, await listActiveCreators(ctx.db, wanted))
  const found = new Map<string, CreatorRow>()
  const ways = wanted.words.length < LEAST_LETTERS ? [listCreatorsByName] : WAYS
  for (const way of ways) {
    if (found.size >= FOUND_CREATORS_MAX) break
    const rows = await turns.take(() => inTime(ctx.db, (tx) => way(tx, wanted)))
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, row)
  }
  return await presentCreators(ctx.db, wanted, [...found.values()].slice(0, FOUND_CREATORS_MAX))
}
