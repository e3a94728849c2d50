import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_CHARS = 32
const TOKEN = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.([A-Za-z0-9_-]{32})$/

/** The token in the link to a statement of reasons. Whoever has it is the subject of the decision. */
export function statementToken(secret: Buffer, decision_id: string): string {
  return `${decision_id}.${macOf(secret, decision_id)}`
}

/** Returns the id of the decision; undefined if the token is malformed or was not made with this secret. */
export function readStatementToken(secret: Buffer, token: string): string | undefined {
  const [, decision_id, mac] = TOKEN.exec(token) ?? []
  if (decision_id === undefined || mac === undefined) return undefined
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, decision_id))) ? decision_id : undefined
}

function macOf(secret: Buffer, decision_id: string): string {
  return createHmac('sha256', secret).update(`statement ${decision_id}`).digest('base64url').slice(0, MAC_CHARS)
}
