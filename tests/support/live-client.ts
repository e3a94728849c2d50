import { afterEach, beforeEach, vi } from 'vitest'
import { type FakeSocket, fakeLiveServer, socket } from './fake-live-server.ts'

/** Callbacks of a follower that ignores everything. */
export const silent = { onEvent() {}, onConfirmed() {}, onRejected() {} }

/** The live client of one test, its fake server, and the session. */
interface LiveClient {
  server: ReturnType<typeof fakeLiveServer>
  cable: typeof import('#web/lib/live/cable.ts')
  session: typeof import('#web/lib/session.ts')
  onRefused: ReturnType<typeof vi.fn<() => void>>
}

/**
 * Test fixture: sets up the live client before each test of a file, with fresh module state and a fake server. The
 * fields of the result are replaced before each test.
 */
export function setUpLiveClient(): LiveClient {
  const client = {} as LiveClient

  beforeEach(async () => {
    client.server = fakeLiveServer()
    client.onRefused = vi.fn<() => void>()
    vi.resetModules()
    client.cable = await import('#web/lib/live/cable.ts')
    client.session = await import('#web/lib/session.ts')
  })

  afterEach(() => {
    client.session.clearToken()
    // Test files share a process. Without the reset, the sessions of the next file would reconnect this client.
    vi.resetModules()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    vi.useRealTimers()
  })

  return client
}

/** Signs Amy in and starts to connect her. */
export function startConnecting({ cable, session, onRefused }: LiveClient): void {
  session.storeToken('amy')
  cable.keepConnected('amy', onRefused)
}

/** The open socket of Amy. */
export async function connectAmy(client: LiveClient): Promise<FakeSocket> {
  startConnecting(client)
  const first = await socket()
  first.opens()
  return first
}
