import { randomBytes, randomInt } from 'node:crypto'
import { hashWithSalt } from '#server/domain/passwords.ts'
import type { QueueClient } from '#server/limits/bounded-queue.ts'

/** Without I, O, S and U, which are easily mistaken for others or make words. 32 signs: 40 bits in eight. */
const SIGNS = '0123456789ABCDEFGHJKLMNPQRTVWXYZ'
const LENGTH = 8
const CODES = 10
const SALT_BYTES = 16

export interface NewRecoveryCodes {
  /** As they are shown, once. */
  codes: string[]
  hashes: string[]
  salt: Buffer
}

/**
 * Ten codes. They are hashed like passwords, with one salt for all ten: so a typed code costs one hash and not ten, and
 * trying all of 2^40 costs centuries.
 */
export async function newRecoveryCodes(asker: QueueClient): Promise<NewRecoveryCodes> {
  const salt = randomBytes(SALT_BYTES)
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  )
  const hashes: string[] = []
  for (const code of codes) hashes.push(await hashWithSalt(code, salt, asker))
  return { codes: codes.map((code) => `${code.slice(0, 4)}-${code.slice(4)}`), hashes, salt }
}

/** A code as somebody types it: small letters, spaces and other dashes are read as they are meant. */
export function readRecoveryCode(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1')
}
