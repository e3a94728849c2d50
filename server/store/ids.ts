import { hash, randomBytes, randomUUID } from 'node:crypto'

/** A UUIDv7. It sorts by its time of creation, so new rows are appended at the end of their index. */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  // The random part is taken from randomUUID, which Node fills from a buffer. A system call for each id would be
  // slower.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** A UUIDv7 that is always the same for this time and this name: what is written twice has the same id. */
export function idOf(time: Date, name: string): string {
  const random = hash('sha256', name, 'hex')
  const hex = time.getTime().toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(random.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`
}

/** The smallest id of this time. Later ids are greater. */
export function firstId(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** A secret token of 256 random bits. The database stores only its hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
