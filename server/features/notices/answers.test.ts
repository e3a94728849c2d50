import { describe, expect, it } from 'vitest'
import { ANSWER_MAX } from '#contract/limits.ts'
import { insertNotice, insertRemovalNotice } from '#tests/support/notice-rows.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, logs, visitor, member, creator, staff } = await world()
const amy = await creator('amy')
const HOUR = 60 * 60 * 1000

function removal(author = amy): Promise<string> {
  return insertRemovalNotice(ctx.db, { author, reason: 'a-reason-that-nobody-logs', at: ctx.now() })
}

function answer(person: Person, id: string, words: unknown = 'It was mine.') {
  return person.ask('POST', `/notices/${id}/answer`, { answer: words })
}

async function keptFor(id: string) {
  const [row] = await ctx.db`
    select answer, answered_at from report_cases where id = (select case_id from notices where id = ${id})`
  return row
}

describe('An answer', () => {
  it('is taken from nobody but whose notice it is; for others there is none', async () => {
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
    expect(await keptFor(id)).toEqual({ answer: null, answered_at: null })
  })

  it.each(['report_upheld', 'report_dismissed', 'subscription_granted', 'creator_approved'] as const)(
    'to %s is refused',
    async (kind) => {
      const id = await insertNotice(ctx.db, amy, { kind, created_at: ctx.now() })
      expect(await answer(amy, id)).toMatchObject({ status: 422, body: { code: 'invalid' } })
    },
  )

  it('to a report is refused, though it hangs on the same case', async () => {
    const [row] = await ctx.db`select case_id from notices where id = ${await removal()}`
    const rita = await member('rita')
    const told = { kind: 'report_upheld', case_id: row?.case_id, created_at: ctx.now() } as const
    expect((await answer(rita, await insertNotice(ctx.db, rita, told))).status).toBe(422)
    const forged = { kind: 'post_removed', case_id: row?.case_id, created_at: ctx.now() } as const
    expect((await answer(rita, await insertNotice(ctx.db, rita, forged))).status).toBe(422)
  })

  it.each([
    ['nothing', ''],
    ['null', null],
    ['spaces', ' \n\t '],
    ['what cannot be seen', '\u200b\u0007'],
    ['a number', 7],
    ['too much', 'x'.repeat(ANSWER_MAX + 1)],
    ['a NUL', 'a\0b'],
  ])('that is %s is refused', async (_, words) => {
    const id = await removal()
    expect((await answer(amy, id, words)).status).toBe(422)
    expect(await keptFor(id)).toEqual({ answer: null, answered_at: null })
  })

  it('is kept with the case, cleaned, and shown to who wrote it', async () => {
    const id = await removal()
    expect(await answer(amy, id, ' It was mine.\r\n\u0007Ask her. ')).toMatchObject({ status: 201, body: {} })
    expect(await keptFor(id)).toEqual({ answer: 'It was mine.\nAsk her.', answered_at: ctx.now() })
    const { body } = await amy.ask('GET', '/notices')
    expect(body.find((notice: { id: string }) => notice.id === id)).toMatchObject({
      answer: 'It was mine.\nAsk her.',
      may_answer: false,
    })
  })

  it('of the greatest length is taken whole', async () => {
    const id = await removal()
    expect((await answer(amy, id, '👍'.repeat(ANSWER_MAX))).status).toBe(201)
    expect((await keptFor(id))?.answer).toBe('👍'.repeat(ANSWER_MAX))
  })

  it('is given once: a second one changes nothing', async () => {
    const id = await removal()
    expect((await answer(amy, id, 'First')).status).toBe(201)
    expect((await answer(amy, id, 'Second')).status).toBe(422)
    expect((await answer(amy, id, 'First')).status).toBe(422)
    expect((await keptFor(id))?.answer).toBe('First')
  })

  it('that is tried twenty times at once is one of them', async () => {
    const id = await removal()
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => answer(amy, id, `Answer ${index}`)))
    const taken = replies.flatMap(({ status }, index) => (status === 201 ? [`Answer ${index}`] : []))
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(19)
    expect(taken).toEqual([(await keptFor(id))?.answer])
  })

  it('stands in no line of the log, and neither does the reason, also when it is refused or the database fails', async () => {
    const words = 'a-word-that-nobody-logs'
    const id = await removal()
    await amy.ask('GET', '/notices')
    await answer(amy, id, `${words}${'x'.repeat(ANSWER_MAX)}`)
    await amy.ask('POST', `/notices/${id}/answer`, `{"answer": "${words}`)
    await ctx.db`alter table report_cases add constraint refuses check (answer <> ${ctx.db.unsafe(`'${words}'`)}) not valid`
    expect((await answer(amy, id, words)).status).toBe(500)
    await ctx.db`alter table report_cases drop constraint refuses`
    expect((await answer(amy, id, words)).status).toBe(201)
    await ctx.jobs.send('mail_notices', {})
    await ctx.jobs.runDue()
    expect(logs.length).toBeGreaterThan(5)
    expect(logs.filter((line) => line.includes(words) || line.includes('a-reason-that-nobody-logs'))).toEqual([])
  })
})

describe('Who answers too often', async () => {
  const limited = await world({ RATE_LIMITS: 'on' })

  it('waits an hour after twenty', async () => {
    const bob = await limited.creator('bob')
    for (let count = 0; count < 20; count += 1) expect((await answer(bob, crypto.randomUUID())).status).toBe(404)
    const refused = await answer(bob, crypto.randomUUID())
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
    limited.passes(HOUR)
    expect((await answer(bob, crypto.randomUUID())).status).toBe(404)
  })
})
