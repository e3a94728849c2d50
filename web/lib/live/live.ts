import { sessionToken, subscribeToSession } from '#web/lib/session.ts'

/** What carries live messages to this browser. */
export interface LiveConnection {
  open(): void
  /** The session goes on under another token: what is open may stay open. */
  renew(): void
  close(): void
}

/** A live connection lasts as long as the session: it opens with a token, hears of a newer one, and closes without. */
export function keepLive(connection: LiveConnection): () => void {
  let openWith: string | null = null
  function follow() {
    const token = sessionToken()
    if (token === openWith) return
    if (token === null) connection.close()
    else if (openWith === null) connection.open()
    else connection.renew()
    openWith = token
  }
  follow()
  return subscribeToSession(follow)
}
