import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { Value } from 'typebox/value'
import { PushMessage } from '#contract/push.ts'

/** The header of RFC 8188: salt, record size, length of the key, key. */
const SALT_BYTES = 16
const KEY_AT = 21
const TAG_BYTES = 16

/** What a push service has received. */
export interface Received {
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

/** A browser that subscribes to a push service, and alone can read what is sent to it (RFC 8291). */
export class Browser {
  readonly endpoint: string
  readonly #key = createECDH('prime256v1')
  readonly #auth = randomBytes(16)

  constructor(endpoint: string) {
    this.endpoint = endpoint
    this.#key.generateKeys()
  }

  get subscription() {
    const keys = { p256dh: this.#key.getPublicKey('base64url'), auth: this.#auth.toString('base64url') }
    return { endpoint: this.endpoint, keys }
  }

  /** The same as the sender wants it. */
  get target() {
    return { endpoint: this.endpoint, ...this.subscription.keys }
  }

  read({ body }: Pick<Received, 'body'>): PushMessage {
    const salt = body.subarray(0, SALT_BYTES)
    const key_end = KEY_AT + body.readUInt8(KEY_AT - 1)
    const sender_key = body.subarray(KEY_AT, key_end)
    const shared = this.#key.computeSecret(sender_key)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#key.getPublicKey(), sender_key])
    const secret = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32))
    const derive = (type: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${type}\0`, bytes))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(body.subarray(-TAG_BYTES))
    const padded = Buffer.concat([decipher.update(body.subarray(key_end, -TAG_BYTES)), decipher.final()])
    return Value.Parse(PushMessage, JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()))
  }
}

/** The claims of a signed request, and the key that signed it (RFC 8292). Throws if the signature is wrong. */
export function readVapid({ headers }: Pick<Received, 'headers'>): { claims: Record<string, unknown>; key: string } {
  const [, token = '', key = ''] = String(headers.authorization).match(/^vapid t=(\S+), k=(\S+)$/) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The signature is not of this key')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}
