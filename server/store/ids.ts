import { hash, randomBytes, randomUUID } from 'node:crypto'

/** A UUIDv7: sorts by the time it was made, so new rows land at the end of their index. */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0')
  // Its random part is that of any UUID, which Node has in stock: asking the system for each takes longer than all else.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** 256 random bits for whoever holds them; the database keeps only their hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
