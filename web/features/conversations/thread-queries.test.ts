import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/conversations.ts'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { BOB, conversation, message, messages, newMessage } from '#tests/support/web/thread-fixtures.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { type Thread, withEvent, withPending } from './thread-cache.ts'
import { catchUp, changeThread, clearUnreadLine, threadKey, threadQuery } from './thread-queries.ts'

/** The messages of a fake server, which answers when the test says so. */
let known: Message[] = []
let asked: string[] = []
/** The first message that the next request marks as read. */
let unread: string | undefined
let answering = Promise.resolve()
let client = new QueryClient()

const load = () => client.fetchQuery({ ...threadQuery(client, 'c1'), retry: false })
const ids = () => client.getQueryData<Thread>(threadKey('c1'))?.messages.map(({ id }) => id)
const unreadFrom = () => client.getQueryData<Thread>(threadKey('c1'))?.unread_from
const allIds = () => known.map(({ id }) => id)

function holdAnswers(): () => void {
  let release = () => {}
  answering = new Promise<void>((resolve) => {
    release = resolve
  })
  return release
}

beforeEach(() => {
  fakeBrowser()
  vi.stubEnv('VITE_API_HOST', '')
  known = messages(1, 3)
  asked = []
  unread = undefined
  answering = Promise.resolve()
  client = new QueryClient()
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const before = new URLSearchParams(url.split('?')[1]).get('before')
    const end = before === null ? known.length : known.findIndex(({ id }) => id === before)
    const page = known.slice(Math.max(0, end - 50), end)
    await answering
    if (known.length === 0) return Response.json({ error: 'Not found', code: 'not_found' }, { status: 404 })
    const first_unread_id = before === null ? unread : undefined
    if (before === null) unread = undefined
    return Response.json(conversation(page, first_unread_id === undefined ? {} : { first_unread_id }))
  })
})

afterEach(() => {
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

describe('A thread', () => {
  it('A thread that the server has refused is not fetched again when the socket refuses it too', async () => {
    known = []
    await expect(load()).rejects.toThrow('Not found')
    await catchUp(client, 'c1')
    expect(asked).toHaveLength(1)
  })

  it('A thread that is left while it is fetched shows at the return what was unread', async () => {
    await load()
    const leave = new QueryObserver(client, {
      ...threadQuery(client, 'c1'),
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {})
    const release = holdAnswers()
    known = messages(1, 5)
    unread = 'm00004'
    const caughtUp = catchUp(client, 'c1')
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    leave()
    clearUnreadLine(client, 'c1')
    release()
    await caughtUp
    await vi.waitFor(() => expect([ids(), unreadFrom()]).toEqual([allIds(), 'm00004']))
  })

  // Spec 4.51, 9.28
  it('The lists of conversations are fetched again half a second after a thread was loaded', async () => {
    vi.useFakeTimers()
    const list = [...queryKeys.conversations, 'lists', 'own']
    client.setQueryData(list, [])
    const isOutdated = () => client.getQueryState(list)?.isInvalidated
    await load()
    await vi.advanceTimersByTimeAsync(499)
    expect(isOutdated()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isOutdated()).toBe(true)
    expect(client.getQueryState(threadKey('c1'))?.isInvalidated).toBe(false)
  })

  it('A thread that missed more than a page fetches the pages in between', async () => {
    await load()
    known = messages(1, 203)
    await load()
    expect(ids()).toEqual(allIds())
    expect(asked.slice(1)).toEqual([
      '/api/conversations/c1',
      '/api/conversations/c1?before=m00154',
      '/api/conversations/c1?before=m00104',
      '/api/conversations/c1?before=m00054',
      '/api/conversations/c1?before=m00004',
    ])
  })

  it('A thread that received only every second of many messages fetches all of them', async () => {
    await load()
    known = messages(1, 203)
    for (const one of messages(4, 203).filter((_, index) => index % 2 === 0)) {
      changeThread(client, 'c1', (thread) => withEvent(thread, newMessage(one), BOB))
    }
    await load()
    expect(ids()).toEqual(allIds())
  })

  it('A thread that missed too many pages starts again at its end, and can be scrolled up from there', async () => {
    await load()
    known = messages(1, 2000)
    const thread = await load()
    expect(thread.messages.length).toBeLessThan(600)
    expect(ids()).toEqual(allIds().slice(-thread.messages.length))
    expect(thread.has_older).toBe(true)
  })

  it('A thread keeps a live message that arrived during its request', async () => {
    await load()
    const release = holdAnswers()
    const loading = load()
    changeThread(client, 'c1', (thread) => withEvent(thread, newMessage(message(4)), BOB))
    release()
    await loading
    expect(ids()).toEqual([...allIds(), 'm00004'])
  })

  it('A thread is fetched once more if its subscription is confirmed before its first response', async () => {
    const release = holdAnswers()
    const loading = load()
    const caughtUp = catchUp(client, 'c1')
    known = messages(1, 4)
    release()
    await loading
    await caughtUp
    expect(client.getQueryState(threadKey('c1'))?.isInvalidated).toBe(true)
  })
})

describe('The line above unread messages', () => {
  it('The line above unread messages stays when the thread is fetched again, until the viewer writes or leaves', async () => {
    unread = 'm00002'
    await load()
    expect(unreadFrom()).toBe('m00002')
    await catchUp(client, 'c1')
    expect(unreadFrom()).toBe('m00002')
    clearUnreadLine(client, 'c1')
    expect(unreadFrom()).toBeUndefined()

    unread = 'm00004'
    known = messages(1, 4)
    await load()
    expect(unreadFrom()).toBe('m00004')
    const entry = { client_id: 'a', content: 'Hi', sender_id: BOB, created_at: '', status: 'sending' as const }
    changeThread(client, 'c1', (thread) => withPending(thread, entry))
    expect(unreadFrom()).toBeUndefined()
  })

  it('The line above unread messages is not drawn above messages that were received live', async () => {
    await load()
    changeThread(client, 'c1', (thread) => withEvent(thread, newMessage(message(4)), BOB))
    known = messages(1, 4)
    unread = 'm00004'
    await load()
    expect(unreadFrom()).toBeUndefined()
  })

  it('A thread loads exactly the pages between the first unread message and its end', async () => {
    known = messages(1, 180)
    unread = 'm00040'
    await load()
    expect(asked).toHaveLength(3)
    expect(ids()).toEqual(allIds().slice(30))
    expect(client.getQueryData<Thread>(threadKey('c1'))?.has_older).toBe(true)
    expect(unreadFrom()).toBe('m00040')
  })

  it('The line above unread messages stays if a pending request is followed by another one', async () => {
    await load()
    known = messages(1, 4)
    unread = 'm00004'
    const release = holdAnswers()
    // A cached thread is fetched when it is opened, and again when the socket is connected.
    const leave = new QueryObserver(client, { ...threadQuery(client, 'c1'), retry: false }).subscribe(() => {})
    const second = catchUp(client, 'c1')
    release()
    await second
    expect(asked).toHaveLength(3)
    expect(unreadFrom()).toBe('m00004')
    leave()
  })
})
