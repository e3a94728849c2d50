import { sessionToken, subscribeToSession } from '#web/lib/session.ts'

/** A connection for live events. */
export interface LiveConnection {
  open(): void
  /** The session has a new token. An open connection can stay open. */
  renew(): void
  close(): void
}

/** Binds a live connection to the session: opens it with a token, renews it with a new token, closes it without one. */
export function connectWithSession(connection: LiveConnection): () => void {
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
