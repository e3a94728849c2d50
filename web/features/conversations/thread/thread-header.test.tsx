import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadNamespace, switchLanguage } from '#web/lib/i18n/i18n.ts'
import { type CableStatus, cableStatus } from '#web/lib/live/cable.ts'
import { ThreadHeader } from './thread-header.tsx'
import { pollStatus } from './thread-live.ts'

vi.mock('#web/lib/live/cable.ts', () => ({ cableStatus: vi.fn<() => CableStatus>() }))

beforeAll(async () => {
  await Promise.all([loadNamespace('members'), switchLanguage('en')])
})

afterEach(() => {
  vi.useRealTimers()
})

describe('The header of a thread', () => {
  // Spec 2.77
  it.each([
    ['connecting', 'Connecting'],
    ['connected', 'Connected'],
    ['disconnected', 'Disconnected'],
  ] as const)('The header of a thread says that the live connection is %s', (status, word) => {
    vi.mocked(cableStatus).mockReturnValue(status)
    const header = renderToStaticMarkup(
      <MemoryRouter>
        <ThreadHeader
          other={{ name: 'ana', username: 'ana', known_name: 'ana', profile_pic: null }}
          back="/conversations"
          isClosed={false}
          isBlocked={false}
        />
      </MemoryRouter>,
    )
    expect(header).toMatch(new RegExp(`<p role="status".*>${word}</p>`))
  })

  // Spec 4.39, 9.27
  it('The header of a thread polls the connection status every two seconds, until it is unmounted', () => {
    vi.useFakeTimers()
    const told: CableStatus[] = []
    vi.mocked(cableStatus).mockReturnValue('disconnected')
    const stop = pollStatus((status) => told.push(status))
    vi.advanceTimersByTime(1999)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    vi.mocked(cableStatus).mockReturnValue('connected')
    vi.advanceTimersByTime(2000)
    expect(told).toEqual(['disconnected', 'connected'])
    stop()
    vi.advanceTimersByTime(60_000)
    expect(told).toHaveLength(2)
  })
})
