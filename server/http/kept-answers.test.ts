import { describe, expect, it } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

const now = new Date(0)
const at = (ms: number) => new Date(ms)
const answerOf = (size: number) => ({ answer: { head: [], body: Buffer.alloc(size), kept_ms: 1000 }, route: '/' })

describe('Answers that are kept for a moment', () => {
  it('An answer that does not say for how long it may be repeated is never kept', () => {
    const kept = new KeptAnswers()
    kept.keep('/a', { answer: { head: [], body: Buffer.alloc(1) }, route: '/' }, { now, generation: kept.generation })
    expect(kept.find('/a', now)).toBeUndefined()
  })

  it('An answer is repeated until its time is over', () => {
    const kept = new KeptAnswers()
    const answer = answerOf(1)
    kept.keep('/a', answer, { now, generation: kept.generation })
    expect([kept.find('/a', at(999))?.answer, kept.find('/b', now)]).toEqual([answer.answer, undefined])
    expect(kept.find('/a', at(1000))).toBeUndefined()
  })

  it('An answer that was begun before everything was forgotten is not kept', () => {
    const kept = new KeptAnswers()
    const { generation } = kept
    kept.forgetAll()
    kept.keep('/a', answerOf(1), { now, generation })
    expect(kept.find('/a', now)).toBeUndefined()
  })

  it('A full memory is emptied, and one answer by one URL counts once', () => {
    const kept = new KeptAnswers()
    const megabyte = 1024 * 1024
    const keep = (url: string) => kept.keep(url, answerOf(megabyte), { now, generation: kept.generation })
    for (let time = 0; time < 50; time += 1) keep('/a')
    keep('/b')
    expect(kept.find('/a', now) !== undefined).toBe(true)
    for (let number = 0; number < 20; number += 1) keep(`/${number}`)
    expect(['/a', '/19'].map((url) => kept.find(url, now) !== undefined)).toEqual([false, true])
  })
})
