import { describe, expect, it } from 'vitest'
import { ANSWER_MAX } from '#contract/reports.ts'
import { HOUR_MS } from '#contract/time.ts'
import { insertNotice, insertRemovalNotice } from '#tests/support/database/notice-rows.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, logs, visitor, member, creator, staff, runJob } = await world()
const amy = await creator('amy')

function removal(author = amy): Promise<string> {
  return insertRemovalNotice(ctx.db, { author, reason: 'a-reason-that-nobody-logs', at: ctx.now() })
}

function answer(person: Person, id: string, words: unknown = 'It was mine.') {
  return person.ask('POST', `/notices/${id}/answer`, { answer: words })
}

async function storedAnswer(id: string) {
  const [row] = await ctx.db`
    select answer, answered_at from report_cases where id = (select case_id from member_notices where id = ${id})`
  return row
}

describe('Answers to removals', () => {
  it('Only the recipient of a notice can answer it; others get 404', async () => {
    const id = await removal()
    expect((await answer(visitor, id)).status).toBe(401)
    const absent = await answer(amy, crypto.randomUUID())
    expect(absent.status).toBe(404)
    for (const other of [
      await member('eve'),
      await creator('cat'),
      await staff('mo', 'moderator'),
      await staff('ada', 'admin'),
    ]) {
      const { status, text } = await answer(other, id)
      expect([status, text]).toEqual([404, absent.text])
    }
    expect((await answer(amy, 'nonsense')).status).toBe(404)
    expect(await storedAnswer(id)).toEqual({ answer: null, answered_at: null })
  })

  it.each(['report_upheld', 'report_dismissed', 'subscription_granted', 'creator_approved'] as const)(
    'An answer to a notice of the kind %s is refused',
    async (kind) => {
      const id = await insertNotice(ctx.db, amy, { kind, created_at: ctx.now() })
      expect(await answer(amy, id)).toMatchObject({ status: 422, body: { code: 'invalid' } })
    },
  )

  it('A reporter cannot answer the notice about the same case', async () => {
    const [row] = await ctx.db`select case_id from member_notices where id = ${await removal()}`
    const rita = await member('rita')
    const upheld = { kind: 'report_upheld', case_id: row?.case_id, created_at: ctx.now() } as const
    expect((await answer(rita, await insertNotice(ctx.db, rita, upheld))).status).toBe(422)
    const forged = { kind: 'post_removed', case_id: row?.case_id, created_at: ctx.now() } as const
    expect((await answer(rita, await insertNotice(ctx.db, rita, forged))).status).toBe(422)
  })

  it.each([
    ['nothing', ''],
    ['null', null],
    ['spaces', ' \n\t '],
    ['invisible', '\u200b\u0007'],
    ['a number', 7],
    ['too long', 'x'.repeat(ANSWER_MAX + 1)],
    ['a NUL', 'a\0b'],
  ])('An answer that is %s is refused', async (_, words) => {
    const id = await removal()
    expect((await answer(amy, id, words)).status).toBe(422)
    expect(await storedAnswer(id)).toEqual({ answer: null, answered_at: null })
  })

  it('An answer is stored with the case, cleaned, and shown to its author', async () => {
    const id = await removal()
    expect(await answer(amy, id, ' It was mine.\r\n\u0007Ask her. ')).toMatchObject({ status: 201, body: {} })
    expect(await storedAnswer(id)).toEqual({ answer: 'It was mine.\nAsk her.', answered_at: ctx.now() })
    const { body } = await amy.ask('GET', '/notices')
    expect(body.find((notice: { id: string }) => notice.id === id)).toMatchObject({
      answer: 'It was mine.\nAsk her.',
      may_answer: false,
    })
  })

  it('An answer of the maximum length is stored whole', async () => {
    const id = await removal()
    expect((await answer(amy, id, '👍'.repeat(ANSWER_MAX))).status).toBe(201)
    expect((await storedAnswer(id))?.answer).toBe('👍'.repeat(ANSWER_MAX))
  })

  it('A notice is answered once: a second answer changes nothing', async () => {
    const id = await removal()
    expect((await answer(amy, id, 'First')).status).toBe(201)
    expect((await answer(amy, id, 'Second')).status).toBe(422)
    expect((await answer(amy, id, 'First')).status).toBe(422)
    expect((await storedAnswer(id))?.answer).toBe('First')
  })

  it('Of twenty answers at once one is stored', async () => {
    const id = await removal()
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => answer(amy, id, `Answer ${index}`)))
    const taken = replies.flatMap(({ status }, index) => (status === 201 ? [`Answer ${index}`] : []))
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(19)
    expect(taken).toEqual([(await storedAnswer(id))?.answer])
  })

  it('Neither an answer nor the reason of a removal is written to the log, also when the database fails', async () => {
    const words = 'a-word-that-nobody-logs'
    const id = await removal()
    await amy.ask('GET', '/notices')
    await answer(amy, id, `${words}${'x'.repeat(ANSWER_MAX)}`)
    await amy.ask('POST', `/notices/${id}/answer`, `{"answer": "${words}`)
    await ctx.db`alter table report_cases add constraint refuses check (answer <> ${ctx.db.unsafe(`'${words}'`)}) not valid`
    expect((await answer(amy, id, words)).status).toBe(500)
    await ctx.db`alter table report_cases drop constraint refuses`
    expect((await answer(amy, id, words)).status).toBe(201)
    await runJob('mail_notices')
    expect(logs.length).toBeGreaterThan(5)
    expect(logs.filter((line) => line.includes(words) || line.includes('a-reason-that-nobody-logs'))).toEqual([])
  })
})

describe('Rate limits of answers', async () => {
  const limited = await world({ RATE_LIMITS: 'on' })

  it('Somebody who has answered twenty times waits an hour', async () => {
    const bob = await limited.creator('bob')
    for (let count = 0; count < 20; count += 1) expect((await answer(bob, crypto.randomUUID())).status).toBe(404)
    const refused = await answer(bob, crypto.randomUUID())
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
    limited.passes(HOUR_MS)
    expect((await answer(bob, crypto.randomUUID())).status).toBe(404)
  })
})
