import { expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { findPushKey } from './secrets.ts'

it('All processes sign pushes with one key, also if they start at once on an empty database', async () => {
  const database = await createTestDatabase()
  const db = connect(database.url)
  const keys = await Promise.all(Array.from({ length: 5 }, () => findPushKey(db)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await findPushKey(db)).toEqual(keys[0])
  expect(keys[0]).toHaveLength(32)
  await db.end()
  await database.drop()
})
