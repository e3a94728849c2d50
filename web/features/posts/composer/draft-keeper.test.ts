import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Draft } from '#contract/drafts.ts'
import { aPicture } from '#tests/support/web/post-fixtures.ts'
import { newPicture } from './composition.ts'
import { type DraftCalls, draftKeeper, KEEP_AFTER_MS } from './draft-keeper.ts'

const NOW = new Date('2026-11-17T14:20:00Z')
const file = new File(['x'], 'rehearsal.jpg', { type: 'image/jpeg' })

function aDraft(): Draft {
  const at = NOW.toISOString()
  return { id: 'd', description: '', protected: false, publish_at: null, pictures: [], created_at: at, updated_at: at }
}

/** A keeper of a new draft, and the calls that it makes. */
function keeping(calls: Partial<DraftCalls> = {}) {
  const log: string[] = []
  const keeper = draftKeeper(
    {
      create: async (body) => {
        log.push(`create ${body.description}`)
        return aDraft()
      },
      update: async (_id, body) => {
        log.push(`update ${JSON.stringify(body.pictures?.map(({ id, alt }) => `${id} ${alt}`) ?? body.description)}`)
        return aDraft()
      },
      send: async (_id, { client_id }) => {
        log.push(`send ${client_id}`)
        return aPicture({ id: `id-${client_id}`, focus: { x: 50, y: 50 } })
      },
      remove: async (_id, picture_id) => void log.push(`remove ${picture_id}`),
      problemOf: () => 'No network',
      ...calls,
    },
    null,
    () => NOW,
  )
  return { keeper, log }
}

const pause = () => vi.advanceTimersByTimeAsync(KEEP_AFTER_MS)

describe('A draft that is kept by itself', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('Nothing is kept before something is written, and then once, after a pause', async () => {
    const { keeper, log } = keeping()
    await keeper.keep()
    expect(log).toEqual([])
    keeper.change({ type: 'described', description: 'R' })
    keeper.change({ type: 'described', description: 'Row G' })
    expect(keeper.get().state).toBe('keeping')
    await pause()
    expect(log).toEqual(['create Row G'])
    expect(keeper.get()).toMatchObject({ id: 'd', state: 'kept', kept_at: NOW })
    keeper.change({ type: 'described', description: 'Row H' })
    await pause()
    expect(log).toEqual(['create Row G', 'update "Row H"'])
  })

  it('A text that could not be kept says so, and is kept with the next attempt', async () => {
    const create = vi.fn<DraftCalls['create']>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(aDraft())
    const { keeper } = keeping({ create })
    keeper.change({ type: 'described', description: 'Row G' })
    await pause()
    expect(keeper.get().state).toBe('failed')
    await keeper.keep()
    expect(keeper.get().state).toBe('kept')
  })

  it('Pictures are sent one after the other, and then their order and texts are kept', async () => {
    const { keeper, log } = keeping()
    keeper.add([newPicture('a', file, 0.8), newPicture('b', file, 0.8)])
    keeper.change({ type: 'moved', key: 'b', to: 0 })
    keeper.change({ type: 'changed', key: 'a', picture: { alt: 'A barre' } })
    await keeper.finish()
    expect(log).toEqual(['create ', 'send a', 'send b', 'update ["id-b ","id-a A barre"]'])
    keeper.remove('b')
    await keeper.finish()
    expect(log.slice(4)).toEqual(['remove id-b'])
  })

  it('A picture that was not sent keeps the post from coming out, until it is sent or removed', async () => {
    const send = vi
      .fn<DraftCalls['send']>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(aPicture())
    const { keeper } = keeping({ send })
    keeper.add([newPicture('a', file, 0.8)])
    await expect(keeper.finish()).rejects.toThrow('A picture was not sent')
    expect(keeper.get().composition.pictures[0]).toMatchObject({ problem: 'No network', sent: null })
    keeper.resend('a')
    await keeper.finish()
    expect(send.mock.calls.map(([, { client_id }]) => client_id)).toEqual(['a', 'a'])
  })

  it('Nothing is kept of a draft that is out', async () => {
    const { keeper, log } = keeping()
    keeper.change({ type: 'described', description: 'Row G' })
    keeper.end()
    await pause()
    await keeper.keep()
    expect(log).toEqual([])
  })
})
