import type Stripe from 'stripe'
import { invalid, missing } from './api-error.ts'
import type { Params } from './params.ts'

const DEFAULT_LIMIT = 10
const MOST = 100

/** One page of a list, newest first, as the SDK's automatic pagination walks through it. `rows` are oldest first. */
export function pageOf<T extends { id: string }>(url: string, rows: readonly T[], params: Params): Stripe.ApiList<T> {
  const limit = params.integer('limit') ?? DEFAULT_LIMIT
  if (limit < 1 || limit > MOST) throw invalid(`Limit must be between 1 and ${MOST}.`, { param: 'limit' })
  const [after, before] = [params.text('starting_after'), params.text('ending_before')]
  const newest = rows.toReversed()
  const index = (id: string, param: string) => {
    const found = newest.findIndex((row) => row.id === id)
    if (found < 0) throw missing('object', id, param)
    return found
  }
  if (before !== undefined) {
    const end = index(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: newest.slice(start, end), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : index(after, 'starting_after') + 1
  const data = newest.slice(start, start + limit)
  return { object: 'list', data, has_more: start + limit < newest.length, url }
}

/** Keeps the rows of a time: `created[gte]=…`, or one exact second. */
export function byCreation<T extends { created: number }>(rows: readonly T[], params: Params): T[] {
  const range = params.child('created')
  if (!range) {
    const exact = params.integer('created')
    return exact === undefined ? [...rows] : rows.filter(({ created }) => created === exact)
  }
  const [gte, gt, lte, lt] = [range.integer('gte'), range.integer('gt'), range.integer('lte'), range.integer('lt')]
  return rows.filter(
    ({ created }) =>
      (gte === undefined || created >= gte) &&
      (gt === undefined || created > gt) &&
      (lte === undefined || created <= lte) &&
      (lt === undefined || created < lt),
  )
}

/** Keeps the rows whose field is equal to the parameter of the same name, for each that was given. */
export function byFields<T extends object>(rows: readonly T[], params: Params, names: (keyof T & string)[]): T[] {
  return names.reduce<T[]>(
    (kept, name) => {
      const wanted = params.text(name)
      return wanted === undefined ? kept : kept.filter((row) => row[name] === wanted)
    },
    [...rows],
  )
}
