import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { statementToken } from '#server/domain/statement-token.ts'
import { eraseUser } from '#server/store/deletion/erasure.ts'
import { newId } from '#server/store/ids.ts'
import { insertCase, insertDecision } from '#tests/support/database/decision-rows.ts'
import { NOBODY, type Person, type Reply, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, visitor, passes } = await world()
const amy = await creator('amy')
const mod = await staff('mod', 'moderator')

function read(token: string, language?: string): Promise<Reply> {
  const headers = language === undefined ? {} : { 'accept-language': language }
  return visitor.ask('GET', `/decisions/${token}`, undefined, { headers })
}

async function erase({ id }: Person): Promise<void> {
  await ctx.db.begin(async (db) => {
    await db`update users set erased_at = ${ctx.now()} where id = ${id}`
    await eraseUser(db, id, ['nobody@example.com'])
  })
}

describe('Reading a statement of reasons by its link', () => {
  it('A malformed, forged, unknown or erased link is answered like any other that leads nowhere', async () => {
    const { id } = await insertDecision(ctx.db, { subject: amy, at: ctx.now() })
    const good = statementToken(ctx.secret, id)
    const dismissed = await insertDecision(ctx.db, {
      ...{ subject: amy, actions: ['dismiss'], ground: null, facts: null, at: ctx.now() },
    })
    const gone = await member('gone')
    const forgotten = await insertDecision(ctx.db, { subject: gone, at: ctx.now() })
    await erase(gone)
    const tokens = [
      ...['nonsense', '%00', id, `${id}.`, `${good}A`, good.slice(0, -1), good.toUpperCase(), 'x'.repeat(250)],
      `${id}.${statementToken(ctx.secret, newId(ctx.now())).split('.')[1]}`,
      statementToken(Buffer.from('another secret'), id),
      statementToken(ctx.secret, NOBODY),
      statementToken(ctx.secret, dismissed.id),
      statementToken(ctx.secret, forgotten.id),
    ]
    for (const token of tokens) {
      const { status, body, headers } = await read(token)
      expect([status, body], token).toEqual([404, { code: 'not_found', error: 'Not found' }])
      expect(headers['cache-control']).toBe('no-store')
    }
    for (let place = 0; place < good.length; place += 1) {
      const other = good[place] === 'a' ? 'b' : 'a'
      expect((await read(good.slice(0, place) + other + good.slice(place + 1))).status).toBe(404)
    }
  })

  it('Whoever has the link reads the statement without a session, in their language', async () => {
    const { id, number } = await insertDecision(ctx.db, {
      subject: amy,
      actions: ['remove', 'freeze'],
      until: new Date('2026-03-04T12:00:00.000Z'),
      at: ctx.now(),
    })
    const token = statementToken(ctx.secret, id)
    const { status, body, headers } = await read(token, 'en')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({
      ...{ number, kind: 'story', actions: ['remove', 'freeze'], scope: 'everywhere', source: 'notice' },
      ...{ until: '2026-03-04T12:00:00.000Z', decided_at: '2026-03-01T12:00:00.000Z', ground: 'terms_consent' },
      ...{ facts: 'She never agreed to it', ground_kind: 'terms', automated_decision: false, may_appeal: true },
      ...{ appeal_until: '2026-08-28T12:00:00.000Z', appeal: null, undone_at: null, is_frozen: false },
      title: 'Why your story was removed and your account frozen',
    })
    expect((await read(token, 'fr')).body.title).toBe('Pourquoi votre story a été retirée et votre compte gelé')
    await amy.ask('PUT', '/user', { locale: 'fr' })
    expect((await read(token)).body.title).toContain('Pourquoi')
    expect((await read(token, 'en')).body.title).toContain('Why')
  })

  it('The statement names neither the reporters nor the member of staff', async () => {
    const rita = await member('rita')
    const { id, case_id } = await insertDecision(ctx.db, { subject: amy, at: ctx.now() })
    await ctx.db`update decisions set decided_by = ${mod.id} where id = ${id}`
    await ctx.db`
      insert into case_reports (id, case_id, reporter_id, reason, description, created_at)
      values (${newId(ctx.now())}, ${case_id}, ${rita.id}, 'threat', 'planted words', ${ctx.now()})`
    const { text } = await read(statementToken(ctx.secret, id))
    const names = await ctx.db<
      { username: string }[]
    >`select username from users where id in ${ctx.db([rita.id, mod.id])}`
    for (const secret of ['planted words', rita.id, mod.id, case_id, ...names.map(({ username }) => username)]) {
      expect(text).not.toContain(secret)
    }
  })

  it('The statement of a frozen person says so until the freeze ends, and shows the appeal with its outcome', async () => {
    const fay = await member('fay')
    const { id } = await insertDecision(ctx.db, { subject: fay, kind: 'profile', actions: ['freeze'], at: ctx.now() })
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${fay.id}`
    const token = statementToken(ctx.secret, id)
    expect((await read(token)).body).toMatchObject({ is_frozen: true, may_appeal: true })
    await ctx.db`update decisions set appeal = 'It was not me', appealed_at = ${ctx.now()} where id = ${id}`
    expect((await read(token)).body).toMatchObject({
      may_appeal: false,
      appeal: { text: 'It was not me', outcome: null, answer: null, decided_at: null },
    })
    await ctx.db`
      update decisions set appeal_outcome = 'upheld', appeal_answer = 'You are right', appeal_decided_at = ${ctx.now()},
        undone_at = ${ctx.now()} where id = ${id}`
    expect((await read(token)).body).toMatchObject({
      is_frozen: false,
      undone_at: ctx.now().toISOString(),
      appeal: { outcome: 'upheld', answer: 'You are right' },
    })
  })

  it('Somebody whose account was closed reads why as long as they can appeal, and not after that', async () => {
    const ned = await member('ned')
    const { id } = await insertDecision(ctx.db, { subject: ned, kind: 'profile', actions: ['close'], at: ctx.now() })
    await erase(ned)
    const token = statementToken(ctx.secret, id)
    passes(180 * DAY_MS)
    expect((await read(token)).body).toMatchObject({ may_appeal: true })
    passes(DAY_MS)
    expect((await read(token)).status).toBe(404)
  })
})

describe('The preview of a statement', () => {
  const asked = { action: ['remove', 'freeze'], ground: 'terms_consent', facts: 'She never agreed', until: null }

  it('Staff do not preview what they may not see, what does not exist, and what is malformed', async () => {
    const own = await insertCase(ctx.db, { subject: mod, at: ctx.now() })
    const other = await insertCase(ctx.db, { subject: amy, at: ctx.now() })
    const preview = (id: string, body: object) => mod.ask('POST', `/admin/cases/${id}/statement`, body)
    await mod.signIn()
    for (const id of [own.id, NOBODY, 'nonsense']) expect((await preview(id, asked)).status, id).toBe(404)
    for (const changes of [{ action: [] }, { action: ['dismiss'] }, { ground: 'because' }, { until: 'later' }]) {
      expect((await preview(other.id, { ...asked, ...changes })).status, JSON.stringify(changes)).toBe(422)
    }
  })

  it('Staff read the statement in both languages before they decide, and nothing is stored', async () => {
    const { id } = await insertCase(ctx.db, { subject: amy, kind: 'post', at: ctx.now() })
    const before = await ctx.db`select count(*) from decisions`
    const { status, body } = await mod.ask('POST', `/admin/cases/${id}/statement`, asked)
    expect(status).toBe(200)
    expect(body.en.title).toBe('Why your post was removed and your account frozen')
    expect(body.fr.title).toBe('Pourquoi votre publication a été retirée et votre compte gelé')
    expect(body.en.paragraphs[1].text).toMatch(/^She never agreed\. Nobody had given us notice of it/)
    expect(await ctx.db`select count(*) from decisions`).toEqual(before)
    const empty = await mod.ask('POST', `/admin/cases/${id}/statement`, { ...asked, ground: null, facts: '' })
    expect(empty.body.en.paragraphs[2].text).toMatch(/^…/)
  })
})

describe('The rate limit of statements', async () => {
  const limited = await world({ RATE_LIMITS: 'on' })

  it('Guessing links is refused after sixty attempts in a quarter of an hour', async () => {
    for (let count = 0; count < 60; count += 1) {
      expect((await limited.visitor.ask('GET', '/decisions/nonsense')).status).toBe(404)
    }
    expect((await limited.visitor.ask('GET', '/decisions/nonsense')).status).toBe(429)
    limited.passes(15 * MINUTE_MS)
    expect((await limited.visitor.ask('GET', '/decisions/nonsense')).status).toBe(404)
  })
})
