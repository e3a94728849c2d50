import type { FanLabel } from '#contract/fan-cards.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import type { Fragment } from '#server/db/statement.ts'

/** A fan of a creator, as the creator's own things name them. */
export interface FanOf {
  creator_id: string
  fan_id: string
}

/** A label as it is compared: without accents and case. */
function labelKey(db: Queryable, label: string | Fragment) {
  return db`plain_text(${label})`
}

/** Whether a fan carries this label of the creator. `fan` is a column with an id. */
export function hasLabel(
  db: Queryable,
  { creator_id, fan, label }: { creator_id: string; fan: Fragment; label: string },
) {
  return db`exists (
    select from fan_labels l
    where l.creator_id = ${creator_id} and l.label_key = ${labelKey(db, label)} and l.fan_id = ${fan}
  )`
}

/** The labels of one fan, as an expression. Both are columns with ids. */
export function labelsOf(db: Queryable, { creator, fan }: { creator: Fragment; fan: Fragment }) {
  return db`array(
    select l.label from fan_labels l where l.creator_id = ${creator} and l.fan_id = ${fan} order by l.label_key
  )`
}

export async function listLabels(db: Queryable, creator_id: string): Promise<FanLabel[]> {
  return await db<FanLabel[]>`
    select min(label) as label, count(*)::int as fans from fan_labels
    where creator_id = ${creator_id} group by label_key order by label_key`
}

/**
 * Replaces the labels of a fan, and returns how many different ones the creator has now. A label that the creator uses
 * already keeps its spelling. Call it in a transaction that locks the creator.
 */
export async function replaceLabels(db: Tx, { creator_id, fan_id }: FanOf, labels: readonly string[]): Promise<number> {
  const wanted = db`
    select distinct on (plain_text(label)) plain_text(label) as label_key, label
    from unnest(${[...labels]}::text[]) with ordinality as given (label, place)
    order by plain_text(label), place`
  await db`
    delete from fan_labels
    where creator_id = ${creator_id} and fan_id = ${fan_id}
      and label_key not in (select label_key from (${wanted}) wanted)`
  await db`
    insert into fan_labels (creator_id, fan_id, label_key, label)
    select ${creator_id}, ${fan_id}, wanted.label_key, coalesce(
      (select l.label from fan_labels l where l.creator_id = ${creator_id} and l.label_key = wanted.label_key limit 1),
      wanted.label
    )
    from (${wanted}) wanted
    on conflict do nothing`
  const [row] = await db<{ count: number }[]>`
    select count(distinct label_key)::int as count from fan_labels where creator_id = ${creator_id}`
  return row?.count ?? 0
}
