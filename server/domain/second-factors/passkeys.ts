import { createHmac } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { findPasskey, listPasskeys, type PasskeyRow } from '#server/store/second-factors/factors.ts'
import { type Ceremony, isChallenge, newChallenge } from './challenges.ts'

type PasskeyContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'secret'>
/** The address by which the browser reached us. */
interface Site {
  host: string | undefined
  origin: string | undefined
}

/** Loaded when it is first needed: it is large, and few starts need it. */
const library = () => import('@simplewebauthn/server')

/**
 * The origins that may use passkeys, and the domain that these belong to: those of PUBLIC_URL. Without it, those of the address
 * by which the browser reached us; it does not offer the passkeys of one domain to another.
 */
function siteOf({ config }: Pick<Context, 'config'>, { host, origin }: Site): { origins: string[]; domain: string } {
  const { public_url, allowed_origins } = config
  if (public_url !== undefined)
    return { origins: [public_url, ...allowed_origins], domain: new URL(public_url).hostname }
  const own = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host ? origin : `http://${host}`
  if (!URL.canParse(own)) throw refused()
  return { origins: [new URL(own).origin], domain: new URL(own).hostname }
}

/** What an authenticator keeps instead of the account: it says nothing, and is the same for all passkeys of an account. */
function newHandle(secret: Buffer, user_id: string): Buffer {
  return createHmac('sha256', secret).update(`passkey user handle ${user_id}`).digest()
}

export async function registrationOptions(
  ctx: PasskeyContext,
  site: Site,
  { user, session_id }: { user: { id: string; username: string; email: string }; session_id: string },
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await library()
  const known = await listPasskeys(ctx.db, user.id)
  const options = await generateRegistrationOptions({
    rpName: 'Loge',
    rpID: siteOf(ctx, site).domain,
    userName: user.email,
    userDisplayName: user.username,
    userID: new Uint8Array(known[0]?.user_handle ?? newHandle(ctx.secret, user.id)),
    challenge: newChallenge(ctx, `register ${session_id}`),
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return { ...options }
}

export type NewPasskey = Pick<
  PasskeyRow,
  'credential_id' | 'user_handle' | 'public_key' | 'counter' | 'transports' | 'is_synced'
> & { challenge: string }

export async function readRegistration(
  ctx: PasskeyContext,
  site: Site,
  { user_id, session_id, answer }: { user_id: string; session_id: string; answer: Record<string, unknown> },
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library()
  const { origins, domain } = siteOf(ctx, site)
  const seen: string[] = []
  const response = answer as unknown as RegistrationResponseJSON
  const { registrationInfo: info } = await orRefused(ctx, async () => {
    await refuseCertificates(response)
    return await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) =>
        seen.push(challenge) > 0 && isChallenge(ctx, `register ${session_id}`, challenge),
      expectedOrigin: origins,
      expectedRPID: domain,
      requireUserVerification: false,
    })
  })
  if (!info || info.credential.id.length > ID_MAX) throw refused()
  // The library does not look at these.
  const given: unknown = info.credential.transports
  const known = await listPasskeys(ctx.db, user_id)
  return {
    credential_id: Buffer.from(info.credential.id, 'base64url'),
    user_handle: known[0]?.user_handle ?? newHandle(ctx.secret, user_id),
    public_key: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    transports: TRANSPORTS.filter((transport) => Array.isArray(given) && given.includes(transport)),
    is_synced: info.credentialBackedUp,
    challenge: seen[0] ?? '',
  }
}

/**
 * We ask for no attestation. An answer with certificates is refused before they are read: to check whether one was revoked, the
 * library would call the address that it names (SSRF).
 */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  const isPlain = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  if (!isPlain) throw new Error(`the attestation ${format} was not asked for`)
}

/** Of the standard: 1023 bytes, in base64url. */
const ID_MAX = 1364
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** For a sign-in without an address the browser offers all of its passkeys; for a second step those of the account. */
export async function authenticationOptions(
  ctx: PasskeyContext,
  site: Site,
  ceremony: Ceremony,
  user_id?: string,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await library()
  const known = user_id === undefined ? [] : await listPasskeys(ctx.db, user_id)
  const options = await generateAuthenticationOptions({
    rpID: siteOf(ctx, site).domain,
    challenge: newChallenge(ctx, ceremony),
    allowCredentials: known.map(described),
    userVerification: user_id === undefined ? 'required' : 'preferred',
  })
  return { ...options }
}

export interface UsedPasskey {
  passkey: PasskeyRow
  counter: number
  is_synced: boolean
  challenge: string
}

/**
 * Checks the signature. Without a password it must also prove who holds the authenticator, by a finger or a PIN. The
 * challenge and the counter are spent by the caller, in the transaction of the sign-in.
 */
export async function readAuthentication(
  ctx: PasskeyContext,
  site: Site,
  { ceremony, answer, user_id }: { ceremony: Ceremony; answer: Record<string, unknown>; user_id?: string },
): Promise<UsedPasskey> {
  const { verifyAuthenticationResponse } = await library()
  const response = answer as unknown as AuthenticationResponseJSON
  const credential_id = Buffer.from(typeof response.id === 'string' ? response.id : '', 'base64url')
  const passkey = await findPasskey(ctx.db, credential_id)
  if (!passkey || (user_id !== undefined && passkey.user_id !== user_id)) throw refused()
  const { origins, domain } = siteOf(ctx, site)
  const seen: string[] = []
  const { verified, authenticationInfo } = await orRefused(ctx, () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => seen.push(challenge) > 0 && isChallenge(ctx, ceremony, challenge),
      expectedOrigin: origins,
      expectedRPID: domain,
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: user_id === undefined,
    }),
  )
  const handle = response.response?.userHandle
  const isOwn = !handle || passkey.user_handle.equals(Buffer.from(handle, 'base64url'))
  if (!verified || !isOwn) throw refused()
  const { newCounter: counter, credentialBackedUp: is_synced } = authenticationInfo
  return { passkey, counter, is_synced, challenge: seen[0] ?? '' }
}

function described({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id.toString('base64url'), transports: transports as AuthenticatorTransport[] }
}

/** The library throws for everything that does not fit, also for an answer that is no answer. The log has the reason. */
async function orRefused<T>({ log }: Pick<Context, 'log'>, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused')
    throw refused()
  }
}

export function refused(): AppError {
  return new AppError('passkey_refused', 'This passkey does not fit')
}
