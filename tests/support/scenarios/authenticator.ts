import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { PASSWORD, type Person } from '#tests/support/world.ts'

/** The address by which the requests of a world reach it. */
const ORIGIN = 'http://localhost'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface Ways {
  origin?: string
  /** Whether a finger or a PIN was asked for. */
  is_verified?: boolean
  counter?: number
  /** What it says of itself (attestation). */
  attestation?: { format: string; statement: Map<string, unknown> }
}

/** A passkey in software: it makes what a browser would send. */
export class Authenticator {
  readonly id = randomBytes(32)
  #handle = ''
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** Answers the options for a new passkey. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the standard
  register(options: any, { origin, attestation, ...ways }: Ways = {}): Record<string, unknown> {
    this.#handle = options.user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, key])
    const authData = Buffer.concat([stateOf(options.rp.id, ways, HAS_CREDENTIAL), credential])
    const { format, statement } = attestation ?? { format: 'none', statement: new Map() }
    const object = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', new Uint8Array(authData)],
    ])
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', options.challenge, origin),
      attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Answers the options of a sign-in or of a second step. */
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the standard
  sign(options: any, { origin, ...ways }: Ways = {}): Record<string, unknown> {
    const client = clientData('webauthn.get', options.challenge, origin)
    const state = stateOf(options.rpId, ways)
    const signed = Buffer.concat([state, createHash('sha256').update(Buffer.from(client, 'base64url')).digest()])
    return this.#answer({
      clientDataJSON: client,
      authenticatorData: state.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: this.#handle,
    })
  }

  #answer(response: object): Record<string, unknown> {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

/** Adds a passkey to an account. */
export async function withPasskey(person: Person): Promise<{ passkey: Authenticator; codes: string[] }> {
  const passkey = new Authenticator()
  const { body } = await person.ask('POST', '/second_factors/passkeys/options', { current_password: PASSWORD })
  const added = await person.ask('POST', '/second_factors/passkeys', { name: 'Laptop', answer: passkey.register(body) })
  if (added.status !== 201) throw new Error(`Adding a passkey was answered with ${added.status}: ${added.text}`)
  return { passkey, codes: added.body.recovery_codes }
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

function clientData(type: string, challenge: string, origin = ORIGIN): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

/** The authenticator data without a credential. */
function stateOf(domain: string, { is_verified = true, counter = 0 }: Ways, more = 0): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(USER_PRESENT | (is_verified ? USER_VERIFIED : 0) | more)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(domain).digest(), rest])
}
