import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/accounts.ts'
import { AppError } from '#server/errors.ts'
import { BoundedQueue, type QueueClient } from '#server/limits/bounded-queue.ts'

/** Argon2id with 19 MiB and two passes, the minimum that OWASP recommends. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Bounded queue: one core stays free for the event loop, and one of Node's four pool threads for files. The queue has
 * room for about one second of work.
 */
const hashes = new BoundedQueue({
  at_once: Math.min(3, Math.max(1, availableParallelism() - 1)),
  waiting_max: 48,
  waiting_max_each: 20,
  trusted_max_each: 8,
  reserved: 16,
  retry_after: 2,
})

/** `asker` identifies the caller for the queue; without one it is the server itself. */
export async function hashPassword(password: string, asker?: QueueClient): Promise<string> {
  return await hashes.run(asker, () => hash(password, ARGON2))
}

/** The same with a given salt, for secrets that are looked up by their hash. */
export async function hashWithSalt(secret: string, salt: Buffer, asker?: QueueClient): Promise<string> {
  return await hashes.run(asker, () => hash(secret, { ...ARGON2, salt }))
}

let decoy: Promise<string> | undefined

/**
 * Constant work: an unknown address is verified against a decoy hash, so the response time does not reveal accounts.
 */
export async function verifyPassword(
  password_hash: string | undefined,
  password: string,
  asker?: QueueClient,
): Promise<boolean> {
  return await hashes.run(asker, async () => {
    // The decoy is hashed inside this slot. Waiting for a second slot here could deadlock.
    decoy ??= hash(crypto.randomUUID(), ARGON2)
    const isRight = await verify(password_hash ?? (await decoy), password)
    return isRight && password_hash !== undefined
  })
}

let common: Promise<Set<string>> | undefined

/** Loaded lazily, because the list is large and rarely needed. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

export async function refuseWeakPassword(password: string, email: string): Promise<void> {
  const length = [...password].length
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    throw new AppError('password_length', `The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`, {
      password: 'length',
    })
  }
  common ??= commonPasswords()
  const lower = password.toLowerCase()
  if ((await common).has(lower) || isMadeOfKnownWords(lower, email.toLowerCase())) {
    throw new AppError('weak_password', 'This password is too easy to guess', { password: 'common' })
  }
}

/** Words that attackers try first on this product. */
const KNOWN_WORDS = ['administrator', 'moderator', 'password', 'creator', 'admin', 'staff', 'loge', 'fan']
/** A password needs this many letters that are not part of a known word. */
const OWN_LETTERS_MIN = 3

/** Whether a password consists only of words of the product, parts of the user's address, digits and signs. */
function isMadeOfKnownWords(password: string, email: string): boolean {
  const own = email.split(/[^\p{L}]+/u).filter((word) => word.length >= OWN_LETTERS_MIN)
  const words = [email, ...own, ...KNOWN_WORDS].toSorted((a, b) => b.length - a.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), password)
  const letters = rest.match(/\p{L}/gu) ?? []
  const isKnown = rest !== password
  return isKnown && letters.length < OWN_LETTERS_MIN
}

export function refuseMismatch(typed: { password: string; password_confirmation: string }): void {
  if (typed.password === typed.password_confirmation) return
  throw new AppError('password_mismatch', 'The two passwords are not the same', { password_confirmation: 'mismatch' })
}
