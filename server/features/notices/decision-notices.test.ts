import { describe, expect, it } from 'vitest'
import type { ReportedKind } from '#contract/cases.ts'
import type { Action } from '#contract/decisions.ts'
import type { Notice } from '#contract/notices.ts'
import { DAY_MS } from '#contract/time.ts'
import { statementPath } from '#server/domain/statement-token.ts'
import { insertDecision } from '#tests/support/database/decision-rows.ts'
import { insertNotice, insertRemovalNotice } from '#tests/support/database/notice-rows.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, passes } = await world()

async function newestOf(person: Person, language = 'en'): Promise<Notice> {
  const { status, body } = await person.ask('GET', '/notices', undefined, { headers: { 'accept-language': language } })
  expect(status).toBe(200)
  return body[0]
}

/** Inserts a notice, a millisecond after the one before. */
async function tell(person: Person, notice: Omit<Parameters<typeof insertNotice>[2], 'created_at'>): Promise<string> {
  passes(1)
  return await insertNotice(ctx.db, person, { ...notice, created_at: ctx.now() })
}

/** Inserts a decision about somebody, and the notice of it. */
async function decides(subject: Person, actions: Action[] = ['remove', 'freeze']) {
  const { id, number } = await insertDecision(ctx.db, { subject, actions, at: ctx.now() })
  const notice_id = await tell(subject, { kind: 'decision', decision_id: id })
  return { id, number, notice_id }
}

describe('The notice of a decision', () => {
  it('The notice of a decision says what was done, and links to the statement of reasons', async () => {
    const amy = await creator('amy')
    const { id } = await decides(amy)
    expect(await newestOf(amy)).toMatchObject({
      text: 'Your story was removed and your account frozen. You can read why, and appeal until 28 August 2026.',
      path: statementPath(ctx.secret, id),
      may_answer: true,
      answer: null,
    })
    expect((await newestOf(amy, 'fr')).text).toBe(
      'Votre story a été retirée et votre compte gelé. Vous pouvez lire pourquoi, et contester la décision jusqu’au 28 août 2026.',
    )
  })

  it('A notice can no longer be answered after an appeal, and shows the appeal as the answer', async () => {
    const bea = await creator('bea')
    const { id } = await decides(bea)
    await ctx.db`update decisions set appeal = 'Not mine', appealed_at = ${ctx.now()} where id = ${id}`
    expect(await newestOf(bea)).toMatchObject({ may_answer: false, answer: 'Not mine' })
  })

  it('A notice can be answered on day 180, and not on day 181', async () => {
    const cleo = await creator('cleo')
    await decides(cleo)
    passes(180 * DAY_MS - 1)
    await cleo.signIn()
    expect((await newestOf(cleo)).may_answer).toBe(true)
    passes(DAY_MS)
    expect((await newestOf(cleo)).may_answer).toBe(false)
  })

  it('A notice of a decision that was undone cannot be answered', async () => {
    const dora = await creator('dora')
    const { id } = await decides(dora)
    await ctx.db`update decisions set undone_at = ${ctx.now()} where id = ${id}`
    expect((await newestOf(dora)).may_answer).toBe(false)
  })

  it('The notice of a removed post keeps its words and links to the statement', async () => {
    const eve = await creator('eve')
    const notice_id = await insertRemovalNotice(ctx.db, { author: eve, description: 'Two pages', at: ctx.now() })
    expect(await newestOf(eve)).toMatchObject({ path: null, may_answer: true })
    const { id } = await insertDecision(ctx.db, { subject: eve, kind: 'post', at: ctx.now() })
    await ctx.db`update member_notices set decision_id = ${id} where id = ${notice_id}`
    expect(await newestOf(eve)).toMatchObject({
      text: 'Your post “Two pages” was removed by our staff.',
      path: statementPath(ctx.secret, id),
      may_answer: true,
    })
    await ctx.db`update decisions set appeal = 'x', appealed_at = ${ctx.now()} where id = ${id}`
    expect(await newestOf(eve)).toMatchObject({ may_answer: false, answer: 'x' })
  })

  it.each([
    ['upheld', 'and you were right: the decision was undone.', 'et vous aviez raison\u202f: la décision est annulée.'],
    ['rejected', 'and the decision stands.', 'et la décision est maintenue.'],
  ])('The notice of an appeal that was %s says so with the answer of staff', async (outcome, en, fr) => {
    const fay = await creator(`fay-${outcome}`)
    const { id } = await decides(fay)
    await ctx.db`
      update decisions set appeal = 'Not mine', appealed_at = ${ctx.now()}, appeal_outcome = ${outcome},
        appeal_answer = 'We looked again', appeal_decided_at = ${ctx.now()} where id = ${id}`
    await tell(fay, { kind: 'appeal_decided', decision_id: id })
    const notice = await newestOf(fay)
    expect(notice).toMatchObject({ path: statementPath(ctx.secret, id), may_answer: false })
    expect(notice.text).toBe(`We have looked at your appeal, ${en}\nOur answer: We looked again`)
    expect((await newestOf(fay, 'fr')).text).toBe(
      `Nous avons examiné votre recours, ${fr}\nNotre réponse\u202f: We looked again`,
    )
  })
})

describe('The notices of reporters', () => {
  it('A reporter gets no link to the statement, and nothing of the decision', async () => {
    const [rita, author] = [await member('rita'), await creator('author')]
    const { id } = await insertDecision(ctx.db, { subject: author, facts: 'planted words', at: ctx.now() })
    await ctx.db`update decisions set appeal = 'my side', appealed_at = ${ctx.now()} where id = ${id}`
    for (const kind of ['report_upheld', 'report_reversed'] as const) {
      const details = { object_kind: 'story' as const }
      await tell(rita, { kind, details, decision_id: id })
    }
    const { body, text } = await rita.ask('GET', '/notices')
    expect(body).toMatchObject([
      { path: null, may_answer: false, answer: null },
      { path: null, may_answer: false, answer: null },
    ])
    for (const secret of ['planted words', 'my side', id, author.id]) expect(text).not.toContain(secret)
  })

  const THINGS: [ReportedKind, string, string, string][] = [
    ['post', 'post', 'la publication que vous aviez signalée a été retirée.', 'elle reste en ligne.'],
    ['story', 'story', 'la story que vous aviez signalée a été retirée.', 'elle reste en ligne.'],
    ['message', 'message', 'le message que vous aviez signalé a été retiré.', 'il reste en ligne.'],
  ]
  it.each(THINGS)('The outcome of the report of a %s names it', async (object_kind, en, removed, stays) => {
    const sam = await member(`sam-${object_kind}`)
    const author = await creator(`author-${object_kind}`)
    const { id } = await insertDecision(ctx.db, { subject: author, kind: object_kind, at: ctx.now() })
    const told = { details: { object_kind } }
    await tell(sam, { kind: 'report_upheld', decision_id: id, ...told })
    expect((await newestOf(sam)).text).toBe(`Thank you for your report: the ${en} you reported was removed.`)
    expect((await newestOf(sam, 'fr')).text).toBe(`Merci de votre signalement\u202f: ${removed}`)
    await tell(sam, { kind: 'report_dismissed', ...told })
    expect((await newestOf(sam)).text).toContain(`looked at the ${en} and found nothing`)
    expect((await newestOf(sam, 'fr')).text).toContain(stays)
    await tell(sam, { kind: 'report_reversed', ...told })
    expect((await newestOf(sam)).text).toContain(`We looked again at the ${en} you reported.`)
  })

  it.each([
    ['post', ['warn'], 'post'],
    ['profile', ['remove'], 'profile'],
    ['profile', ['freeze'], 'profile'],
  ] as [ReportedKind, Action[], string][])(
    'Who reported a %s hears of %j that staff acted',
    async (kind, actions, en) => {
      const tom = await member(`tom-${kind}-${actions}`)
      const { id } = await insertDecision(ctx.db, {
        subject: await member(`by-${kind}-${actions}`),
        kind,
        actions,
        at: ctx.now(),
      })
      const details = { object_kind: kind }
      await tell(tom, { kind: 'report_upheld', details, decision_id: id })
      expect((await newestOf(tom)).text).toBe(`Thank you for your report: our staff acted on the ${en} you reported.`)
      expect((await newestOf(tom, 'fr')).text).toContain('notre équipe a pris des mesures')
    },
  )
})
