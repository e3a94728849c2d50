import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { changeLog, logicalTime, refetchAfterEvent } from './freshness.ts'

interface Row {
  id: string
  liked: boolean
}

const like = (id: string) => (rows: Row[]) => rows.map((row) => (row.id === id ? { ...row, liked: true } : row))
const rows: Row[] = [{ id: 'a', liked: false }]

describe('Local changes and responses', () => {
  it('A response to a request from before a change gets the change applied, once', () => {
    const [client, log] = [new QueryClient(), changeLog<Row>()]
    const asked_at = logicalTime()
    log.add(client, like('a'))
    const replayed = log.replay(client, { rows, asked_at })
    expect(replayed.rows).toEqual([{ id: 'a', liked: true }])
    expect(log.replay(client, replayed)).toBe(replayed)
  })

  it('A response to a request from after a change is used unchanged', () => {
    const [client, log] = [new QueryClient(), changeLog<Row>()]
    log.add(client, like('a'))
    const answer = { rows, asked_at: logicalTime() }
    expect(log.replay(client, answer)).toBe(answer)
  })

  it('The changes of one session are not applied to the responses of another', () => {
    const [client, other, log] = [new QueryClient(), new QueryClient(), changeLog<Row>()]
    const answer = { rows, asked_at: logicalTime() }
    log.add(other, like('a'))
    expect(log.replay(client, answer)).toBe(answer)
  })
})

/** A mounted list query whose answers arrive when the test says so. */
function openPage() {
  const client = new QueryClient()
  const answers: ((data: string) => void)[] = []
  const list = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  return { client, answers, close: list.subscribe(() => {}) }
}

describe('Refetching after a live event', () => {
  it('After a live event, a pending first request is awaited, and then repeated once', async () => {
    const { client, answers, close } = openPage()
    const refetched = refetchAfterEvent(client, ['list'])
    expect(answers).toHaveLength(1)
    answers[0]?.('before')
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.('after')
    await refetched
    expect(client.getQueryData(['list'])).toBe('after')
    close()
  })

  it('After a live event, a loaded list is fetched once, and a pending refetch is cancelled', async () => {
    const { client, answers, close } = openPage()
    answers[0]?.('known')
    await vi.waitFor(() => expect(client.getQueryData(['list'])).toBe('known'))
    void client.invalidateQueries({ queryKey: ['list'] })
    expect(answers).toHaveLength(2)
    const refetched = refetchAfterEvent(client, ['list'])
    expect(answers).toHaveLength(3)
    answers[1]?.('before')
    answers[2]?.('after')
    await refetched
    expect([client.getQueryData(['list']), answers.length]).toEqual(['after', 3])
    close()
  })
})
