import { describe, expect, it, vi } from 'vitest'
import { batch } from './batch.ts'
import type { Db } from './connect.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Statements that are answered when the test says so. */
function heldStatements(at_once: number, at_most?: number) {
  const db = {} as Db
  const sent: { questions: string[]; answer: () => void; fail: () => void }[] = []
  const ask = batch(
    async (_, questions: string[]) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      sent.push({ questions, answer: resolve, fail: () => reject(new Error('away')) })
      await promise
      return questions.map((question) => question.toUpperCase())
    },
    { at_once, ...(at_most !== undefined && { at_most }) },
  )
  return { ask: (question: string) => ask(db, question), sent, questions: () => sent.map((one) => one.questions) }
}

describe('Questions that are asked while statements run', () => {
  it('Up to the limit, every turn is a statement of its own', async () => {
    const { ask, questions } = heldStatements(3)
    for (const turn of ['a', 'b', 'c']) {
      void ask(turn)
      await nextTurn()
    }
    expect(questions()).toEqual([['a'], ['b'], ['c']])
  })

  it('Beyond it, they wait for an answer or a failure, and are then asked together', async () => {
    const { ask, sent, questions } = heldStatements(2)
    const a = ask('a')
    await nextTurn()
    const b = ask('b')
    await nextTurn()
    const later = [ask('c')]
    await nextTurn()
    later.push(ask('d'))
    await nextTurn()
    expect(questions()).toEqual([['a'], ['b']])
    sent[1]?.fail()
    await expect(b).rejects.toThrow('away')
    await nextTurn()
    expect(questions()).toEqual([['a'], ['b'], ['c', 'd']])
    for (const { answer } of sent) answer()
    expect(await Promise.all([a, ...later])).toEqual(['A', 'C', 'D'])
  })

  it('A statement has at most so many of them, the first who asked, and the others are the next ones', async () => {
    const { ask, sent, questions } = heldStatements(2, 2)
    const answers = ['a', 'b', 'c', 'd', 'e'].map(ask)
    await nextTurn()
    await nextTurn()
    expect(questions()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    sent[0]?.answer()
    await answers[0]
    await nextTurn()
    await nextTurn()
    expect(questions()[2]).toEqual(['e'])
    for (const { answer } of sent) answer()
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('They do not wait for a statement that takes long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, questions } = heldStatements(1)
    for (const turn of ['a', 'b', 'c']) {
      void ask(turn)
      await nextTurn()
    }
    vi.advanceTimersByTime(49)
    expect(questions()).toEqual([['a']])
    vi.advanceTimersByTime(1)
    expect(questions()).toEqual([['a'], ['b', 'c']])
    vi.useRealTimers()
  })
})
