import { createECDH } from 'node:crypto'
import { Agent, type RequestOptions, request } from 'node:https'
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push'
import type { PushMessage } from '#contract/push.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { PrivateAddressError, publicLookup } from './public-addresses.ts'
import { isPushEndpoint } from './push-targets.ts'
import type { PushOptions, PushOutcome, PushSender, PushTarget } from './sender.ts'

const TIMEOUT_MS = 10_000
/** A push service says little; the rest of a longer answer is not read. */
const ANSWER_MAX_BYTES = 8 * 1024
const SOCKETS_MAX = 20
/** A signature for a push service is valid for 12 hours, and used for one. */
const SIGNATURE_MS = HOUR_MS
const SIGNATURES_MAX = 100

interface WebPushSettings {
  /** The private key of this installation (VAPID): 32 bytes. */
  private_key: Buffer
  /** How the operator of a push service reaches us: a mailto: or https: address. */
  contact: string
  /** Another network, for tests: their push service listens on this machine. */
  network?: Pick<RequestOptions, 'ca' | 'lookup' | 'port'>
  timeout_ms?: number
}

/** Sends by Web Push. Encryption (RFC 8291) and signature (RFC 8292) come from the library, the connection is ours. */
export function createWebPush({ private_key, contact, network, timeout_ms = TIMEOUT_MS }: WebPushSettings): PushSender {
  const public_key = publicKeyOf(private_key)
  const vapid = { subject: contact, publicKey: public_key, privateKey: private_key.toString('base64url') }
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX })
  const connection = { agent, lookup: publicLookup(), ...network }
  const signatures = new Map<string, { header: string; until: number }>()

  async function sign(subscription: Subscription): Promise<string> {
    const { origin } = new URL(subscription.endpoint)
    const known = signatures.get(origin)
    if (known && known.until > Date.now()) return known.header
    if (signatures.size >= SIGNATURES_MAX) signatures.clear()
    const { headers } = await vapidHeaders(subscription, vapid)
    signatures.set(origin, { header: headers.authorization, until: Date.now() + SIGNATURE_MS })
    return headers.authorization
  }

  async function send(target: PushTarget, message: PushMessage, options: PushOptions): Promise<PushOutcome> {
    // Rows may be older than a rule. An IP address is never resolved, so that the lookup would not judge it.
    if (!isPushEndpoint(target.endpoint)) return 'gone'
    const subscription = subscriptionOf(target)
    const body = await encrypt(subscription, message)
    if (!body) return 'gone'
    try {
      const headers = { ...headersOf(options), authorization: await sign(subscription), 'content-length': body.length }
      return outcomeOf(
        await post(target.endpoint, { ...connection, headers, signal: AbortSignal.timeout(timeout_ms) }, body),
      )
    } catch (error) {
      return error instanceof PrivateAddressError ? 'gone' : { wait_ms: 0 }
    }
  }

  const counts = { sent: 0, gone: 0, refused: 0, failed: 0 }
  return {
    public_key,
    counts,
    async send(target, message, options) {
      const outcome = await send(target, message, options)
      counts[typeof outcome === 'string' ? outcome : 'refused' in outcome ? 'refused' : 'failed'] += 1
      return outcome
    },
  }
}

/** The uncompressed point, as browsers want it. */
function publicKeyOf(private_key: Buffer): string {
  const key = createECDH('prime256v1')
  key.setPrivateKey(private_key)
  return key.getPublicKey('base64url')
}

type Subscription = Parameters<typeof encryptNotification>[0]

function subscriptionOf({ endpoint, p256dh, auth }: PushTarget): Subscription {
  return { endpoint, expirationTime: null, keys: { p256dh, auth } }
}

/** Undefined if nothing can be encrypted for the keys of the device: they may be older than a rule. */
async function encrypt(subscription: Subscription, message: PushMessage): Promise<Uint8Array | undefined> {
  return await encryptNotification(subscription, Buffer.from(JSON.stringify(message))).catch(() => undefined)
}

function headersOf({ ttl_s, urgency, topic }: PushOptions) {
  return { ttl: ttl_s, urgency, topic, 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' }
}

interface Answer {
  status: number
  retry_after: string | undefined
}

/** Node follows no redirect. */
async function post(endpoint: string, options: RequestOptions, body: Uint8Array): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let answer: Answer | undefined
  const sent = request(endpoint, { ...options, method: 'POST' }, (response) => {
    answer = { status: response.statusCode ?? 0, retry_after: response.headers['retry-after'] }
    const known = answer
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > ANSWER_MAX_BYTES) response.destroy()
    })
    // The status says everything, also of an answer that breaks off.
    response.on('error', () => {})
    response.on('close', () => resolve(known))
  })
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // The service closed an idle connection at the moment when it was used again: nothing has arrived there.
    if (!answer && sent.reusedSocket && error.code === 'ECONNRESET')
      resolve(post(endpoint, { ...options, agent: false }, body))
    else if (answer) resolve(answer)
    else reject(error)
  })
  sent.end(body)
  return await promise
}

function outcomeOf({ status, retry_after }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  // A service that moves an address says so with a new subscription. A redirect could lead anywhere.
  if (status === 404 || status === 410 || (status >= 300 && status < 400)) return 'gone'
  if (status === 429 || status >= 500) return { wait_ms: waitOf(retry_after) }
  return { refused: status }
}

/** Seconds or a date; at most a day. */
function waitOf(retry_after = ''): number {
  const ms = /^\d+$/.test(retry_after) ? Number(retry_after) * 1000 : Date.parse(retry_after) - Date.now()
  return Math.min(Math.max(ms || 0, 0), DAY_MS)
}
