import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'
import { BoundedQueue, type QueueClient } from '#server/limits/bounded-queue.ts'

/** Argon2id with 19 MiB and two passes: the least that OWASP asks for. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * One core stays free for the event loop, and one of Node's four pool threads for files. The queue is as long as what
 * can be done within about a second.
 */
const hashes = new BoundedQueue({
  at_once: Math.min(3, Math.max(1, availableParallelism() - 1)),
  waiting_max: 48,
  waiting_max_each: 20,
  trusted_max_each: 8,
  reserved: 16,
  retry_after: 2,
})

/** `asker` is who waits for it; without one it is the product itself. */
export async function hashPassword(password: string, asker?: QueueClient): Promise<string> {
  return await hashes.run(asker, () => hash(password, ARGON2))
}

let decoy: Promise<string> | undefined

/** For an unknown address the same work is done against a hash nobody has the password of. */
export async function verifyPassword(
  password_hash: string | undefined,
  password: string,
  asker?: QueueClient,
): Promise<boolean> {
  return await hashes.run(asker, async () => {
    // Inside the slot and not in the queue: who holds a slot must not wait for another one.
    decoy ??= hash(crypto.randomUUID(), ARGON2)
    const isRight = await verify(password_hash ?? (await decoy), password)
    return isRight && password_hash !== undefined
  })
}

let common: Promise<Set<string>> | undefined

/** The list is large and needed rarely: it is read when the first new password is judged. */
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

/** What somebody guesses first on this product, beside what they guess everywhere. */
const KNOWN_WORDS = ['administrator', 'moderator', 'password', 'creator', 'admin', 'staff', 'loge', 'fan']
/** Letters beside the known words that make a password one's own. */
const OWN_LETTERS_MIN = 3

/** Whether nothing is left of a password without the words of the product, the parts of one's own address, digits and signs. */
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
