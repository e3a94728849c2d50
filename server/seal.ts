import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypted bytes, and with which key. */
export interface Sealed {
  sealed: Buffer
  key_id: string
}

/**
 * Encrypts what must be unreadable in the database, on disks and in backups: AES-256-GCM with a key that is derived from
 * SECRET_KEY and is stored nowhere. `owner` and `purpose` are authenticated: bytes of one place do not open in another.
 */
export interface Seal {
  /** The name of the present key. */
  readonly key_id: string
  /** Those of all keys that open. */
  readonly key_ids: readonly string[]
  seal(plain: Uint8Array, place: SealedPlace): Sealed
  /** Throws `SealBroken` if the key is unknown, or the bytes were changed or belong to another place. */
  open(sealed: Sealed, place: SealedPlace): Buffer
  /** Whether it can be opened with the present key or one of before. */
  knows(sealed: Pick<Sealed, 'key_id'>): boolean
  /** True if the present key is another one: then it should be sealed again. */
  isOld(sealed: Pick<Sealed, 'key_id'>): boolean
}

export interface SealedPlace {
  owner: string
  purpose: 'details' | 'account' | 'document' | 'portrait' | 'app'
}

export class SealBroken extends Error {}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** `secrets`: the present one first, then those of before, which only open. */
export function createSeal(secrets: readonly [string, ...string[]]): Seal {
  const keys = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'loge sealed records', KEY_BYTES))
    return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 16) }
  })
  const [present] = keys as [(typeof keys)[number], ...typeof keys]
  return {
    key_id: present.id,
    key_ids: keys.map(({ id }) => id),
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, present.key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(nameOf(place))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]), key_id: present.id }
    },
    open({ sealed, key_id }, place) {
      const found = keys.find(({ id }) => id === key_id)
      if (!found)
        throw new SealBroken('sealed with a key that is not known: set SECRET_KEY_BEFORE to the earlier SECRET_KEY')
      try {
        // With a fixed length, because a shorter tag could be guessed.
        const nonce = sealed.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv(CIPHER, found.key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(nameOf(place))
        decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      } catch (error) {
        throw new SealBroken('sealed bytes were changed, or belong to another place', { cause: error })
      }
    },
    knows: ({ key_id }) => keys.some(({ id }) => id === key_id),
    isOld: ({ key_id }) => key_id !== present.id,
  }
}

function nameOf({ owner, purpose }: SealedPlace): Buffer {
  return Buffer.from(`${purpose} ${owner}`)
}

/** The same for a value that can be written as JSON. */
export function sealJson(seal: Seal, value: unknown, place: SealedPlace): Sealed {
  return seal.seal(Buffer.from(JSON.stringify(value)), place)
}

export function openJson<T>(seal: Seal, sealed: Sealed, place: SealedPlace): T {
  return JSON.parse(seal.open(sealed, place).toString('utf8')) as T
}
