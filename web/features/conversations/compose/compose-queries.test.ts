import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { AMY, conversation } from '#tests/support/web/thread-fixtures.ts'
import { listKey } from '#web/features/conversations/conversation-list-cache.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { startConversation } from './compose-queries.ts'

const ATTEMPT = { content: 'Good evening', client_id: 'once' }
const KNOWN = { own: listKey('own'), received: listKey('received'), can_message: [...queryKeys.can_message, AMY] }

beforeEach(() => fakeBrowser())
afterEach(() => vi.unstubAllGlobals())

/** Writes to Amy, and returns the names of the queries that were invalidated by it. */
async function outdatedAfter(answer: Response): Promise<string[]> {
  vi.stubGlobal('fetch', async () => answer)
  const client = new QueryClient()
  for (const key of Object.values(KNOWN)) client.setQueryData(key, {})
  const write = startConversation(client, AMY, { onSent() {}, onFailed() {} })
  await new MutationObserver(client, write).mutate(ATTEMPT).catch(() => {})
  return Object.entries(KNOWN).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []))
}

test('After the server has refused a first message, the page asks again whether the fan may write', async () => {
  const refusal = Response.json({ error: 'You need an active subscription' }, { status: 403 })
  expect(await outdatedAfter(refusal)).toEqual(['can_message'])
})

// Spec 7.40
test('After a first message was sent, both lists of conversations are fetched again', async () => {
  expect(await outdatedAfter(Response.json(conversation([]), { status: 201 }))).toEqual(['own', 'received'])
})

test('After a first message was sent, the message button leads to the new conversation', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...conversation([]), started: true }, { status: 201 }))
  const client = new QueryClient()
  const write = startConversation(client, AMY, { onSent() {}, onFailed() {} })
  await new MutationObserver(client, write).mutate(ATTEMPT)
  expect(client.getQueryData(KNOWN.can_message)).toEqual({ can_message: true, conversation_id: 'c1' })
})
