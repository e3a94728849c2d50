import { CONVERSATION_CHANNEL, INBOX_CHANNEL, TYPING_ACTION } from '#contract/live.ts'

/** A seeded pseudo-random generator, so that a failure can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const ODD_TEXTS = ['', '\0', '\u2028', '\ud800', '__proto__', 'constructor', 'x'.repeat(600), '😀'.repeat(300), '../..']
const ODD_VALUES: unknown[] = [null, 0, -1, 1e308, true, [], {}, [[[]]], { toString: 1 }, { __proto__: null }]

/** Fuzzing: a random frame of an attacker, from almost valid to noise. */
export function hostileFrame(random: () => number, conversation_id: string): string | Buffer {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const odd = () => pick([...ODD_TEXTS, ...ODD_VALUES])
  const identifier = () =>
    pick<unknown>([
      JSON.stringify({ channel: CONVERSATION_CHANNEL, conversation_id }),
      JSON.stringify({ channel: CONVERSATION_CHANNEL, conversation_id, n: random() }),
      JSON.stringify({ channel: CONVERSATION_CHANNEL, conversation_id: crypto.randomUUID() }),
      JSON.stringify({ channel: CONVERSATION_CHANNEL, conversation_id: odd() }),
      JSON.stringify({ channel: INBOX_CHANNEL, n: random() }),
      JSON.stringify({ channel: odd() }),
      odd(),
    ])
  const command = () => pick<unknown>(['subscribe', 'unsubscribe', 'message', 'whisper', odd()])
  const data = () => pick<unknown>([JSON.stringify({ action: TYPING_ACTION }), JSON.stringify(odd()), odd()])
  const kinds: (() => string | Buffer)[] = [
    () => JSON.stringify({ command: command(), identifier: identifier(), data: data() }),
    () => JSON.stringify({ command: 'subscribe', identifier: identifier() }),
    () => JSON.stringify({ command: 'message', identifier: identifier(), data: data() }),
    () => JSON.stringify({ command: 'subscribe', identifier: identifier() }).slice(0, Math.floor(random() * 60)),
    () => JSON.stringify(odd()),
    () => '['.repeat(Math.floor(random() * 6000)),
    () => `{"command":${'{"a":'.repeat(500)}`,
    () => String.fromCharCode(...Array.from({ length: 40 }, () => Math.floor(random() * 65_535))),
  ]
  // A few frames end the socket at once: a binary one, and one that is too long.
  const rare = random()
  if (rare < 0.002) return Buffer.from([0xff, 0xfe, 0x00])
  if (rare < 0.004) return 'x'.repeat(100_000)
  return pick(kinds)()
}
