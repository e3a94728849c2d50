import { sessionToken, subscribeToSession } from './session.ts'

/** What carries live messages to this browser. */
export interface LiveConnection {
  open(token: string): void
  close(): void
}

/** A live connection lasts as long as the session: it opens with a token, anew with another one, and closes without. */
export function keepLive(connection: LiveConnection): () => void {
  let openWith: string | null = null
  function follow() {
    const token = sessionToken()
    if (token === openWith) return
    if (openWith !== null) connection.close()
    if (token !== null) connection.open(token)
    openWith = token
  }
  follow()
  return subscribeToSession(follow)
}
