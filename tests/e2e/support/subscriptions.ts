import { connect, type Db } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { grantSubscription } from '#server/store/subscriptions/periods.ts'
import type { Product } from './product.ts'

interface Pair {
  fan_id: string
  profile_id: string
}

/** Inserts a subscription into the database. Nobody can buy one in the product yet. */
export async function addSubscription(product: Product, { days, ...pair }: Pair & { days: number }): Promise<void> {
  const now = new Date()
  await withDatabase(product, (db) => grantSubscription(db, { id: newId(now), ...pair, days, now }))
}

/** Ends a subscription now. */
export async function endSubscription(product: Product, { fan_id, profile_id }: Pair): Promise<void> {
  await withDatabase(
    product,
    (db) =>
      db`update subscriptions set expires_at = greatest(now(), starts_at + interval '1 millisecond')
        where fan_id = ${fan_id} and profile_id = ${profile_id}`,
  )
}

export async function withDatabase<T>(product: Product, act: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(product.env.DATABASE_URL ?? '', { max: 1 })
  try {
    return await act(db)
  } finally {
    await db.end()
  }
}
