import { createHmac, timingSafeEqual } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import { UUID_PATTERN } from '#contract/schemas.ts'

const MAC_LENGTH = 32
const TOKEN = new RegExp(`^(${UUID_PATTERN})\\.[\\w-]{${MAC_LENGTH}}$`)

/**
 * The token in the link to a statement of reasons: the id of the decision and a keyed hash of it (HMAC). It needs no row
 * of its own and never ends, because a frozen person has no other way to read the decision and to appeal.
 */
export function statementToken(secret: Buffer, decision_id: string): string {
  const mac = createHmac('sha256', secret).update(`statement ${decision_id}`).digest('base64url')
  return `${decision_id}.${mac.slice(0, MAC_LENGTH)}`
}

/** The id of the decision. Undefined if the token is malformed or was not made with this secret. */
export function readStatementToken(secret: Buffer, token: string): string | undefined {
  const decision_id = TOKEN.exec(token)?.[1]
  if (decision_id === undefined) return undefined
  const expected = Buffer.from(statementToken(secret, decision_id))
  return timingSafeEqual(expected, Buffer.from(token)) ? decision_id : undefined
}

/** The page that shows a statement to whoever has its link. */
export function statementPath(secret: Buffer, decision_id: string): string {
  return paths.decision.replace(':token', statementToken(secret, decision_id))
}
