import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { shutStaffDoor } from '#server/domain/staff-door.ts'
import { hashSecret, newSecret } from '#server/store/ids.ts'
import { markTokenUsed, rotateToken, type SessionViewer, touchSession } from '#server/store/sessions.ts'
import { lookUpSession } from './session-lookup.ts'

const ROTATE_AFTER_MS = DAY_MS
/** "Last used" is throttled to once a minute, because a write for every request would be too expensive. */
const TOUCH_AFTER_MS = MINUTE_MS

const TOKEN_MAX = 200

/** Finds the viewer of a request with the header `Authorization`. */
export async function authenticate(ctx: Context, request: FastifyRequest): Promise<SessionViewer | undefined> {
  const { authorization } = request.headers
  return authorization === undefined ? undefined : await authenticateHeader(ctx, authorization)
}

/** A raw token, or `Bearer` and a token. */
export async function authenticateHeader(ctx: Context, authorization: string): Promise<SessionViewer | undefined> {
  return await authenticateToken(ctx, authorization.replace(/^Bearer\s+/i, '').trim())
}

export async function authenticateToken(ctx: Context, token: string): Promise<SessionViewer | undefined> {
  if (token === '' || token.length > TOKEN_MAX) return undefined
  const token_hash = hashSecret(token)
  const now = ctx.now()
  const viewer = await lookUpSession(ctx.db, { token_hash, now })
  if (!viewer) return undefined
  if (viewer.token_first_used_at === null) await markTokenUsed(ctx.db, viewer.session_id, token_hash, now)
  if (now.getTime() - viewer.last_used_at.getTime() > TOUCH_AFTER_MS) await touchSession(ctx.db, viewer.session_id, now)
  return shutStaffDoor(ctx.config, viewer)
}

/**
 * Token rotation: the response to a token that is a day old contains its successor, unless the request ended the session.
 * Returns undefined if there is nothing to do, which is nearly always.
 */
export function rotateOldToken(ctx: Context, viewer: SessionViewer, reply: FastifyReply): Promise<void> | undefined {
  const now = ctx.now()
  return needsRotation(viewer, now) ? rotate(ctx, viewer, reply, now) : undefined
}

export function needsRotation({ token_created_at, token_dies_at }: SessionViewer, now: Date): boolean {
  return now.getTime() - token_created_at.getTime() > ROTATE_AFTER_MS && token_dies_at === null
}

async function rotate(ctx: Context, viewer: SessionViewer, reply: FastifyReply, now: Date): Promise<void> {
  const successor = newSecret()
  try {
    if (!(await rotateToken(ctx.db, viewer.session_id, hashSecret(successor), now))) return
    // No cache may store the token, even if the rest of the response is public.
    reply.headers({ authorization: successor, 'cache-control': 'no-store' })
  } catch (error) {
    // The request itself has succeeded, so the response is sent without a new token; the next request tries again.
    reply.log.error({ err: error }, 'a session token could not be rotated')
  }
}
