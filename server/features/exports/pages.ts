import type { Queryable } from '#server/db/connect.ts'
import { FIRST_ID } from '#server/paging.ts'
import { type ListPage, listMessagesAfter, type MessageData } from '#server/store/exports/account-lists.ts'

/** The account whose data is read. */
export interface Reader {
  db: Queryable
  user_id: string
  now: Date
  /** Called before each page, because reading can take long. */
  onPage: () => Promise<void>
}

/** Iterates over all rows of a list, one page at a time (keyset pagination). */
export async function* rowsOf<Row extends object>(
  { db, user_id, now, onPage }: Reader,
  list: ListPage<Row>,
): AsyncGenerator<Row> {
  let after = FIRST_ID
  for (;;) {
    await onPage()
    const page = await list(db, { user_id, after, now })
    for (const { cursor, ...row } of page) {
      after = cursor
      yield row as unknown as Row
    }
    if (page.length === 0) return
  }
}

export async function* messagesOf(
  { db, user_id, onPage }: Reader,
  conversation_id: string,
): AsyncGenerator<MessageData> {
  let after = 0
  for (;;) {
    await onPage()
    const page = await listMessagesAfter(db, { conversation_id, user_id, after })
    for (const message of page) {
      after = message.position
      yield message
    }
    if (page.length === 0) return
  }
}

/** Streams a list as JSON, one row per line. */
export async function* toJson<Row>(rows: AsyncIterable<Row>, present: (row: Row) => unknown = (row) => row) {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(present(row))
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

export async function* once(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`
}
