import { describe, expect, it } from 'vitest'
import { APPEAL_DAYS } from '#contract/decisions.ts'
import { DAY_MS } from '#contract/time.ts'
import { statementToken } from '#server/domain/statement-token.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { storedFiles } from '#tests/support/files/stored-files.ts'
import { casesWorld, REASONS } from '#tests/support/scenarios/reported-cases.ts'

const {
  ctx,
  amy,
  bob,
  moderator,
  admin,
  visitor,
  passes,
  runJob,
  reported,
  decide,
  caseRow,
  decisionsOf,
  creatorNamed,
} = await casesWorld()

async function daysPass(days: number): Promise<void> {
  passes(days * DAY_MS)
  for (const person of [amy, bob, moderator, admin]) await person.signIn()
}
const rows = async (table: string, id: string) => (await ctx.db`select from ${ctx.db(table)} where id = ${id}`).length

describe('What was removed', () => {
  it('A removed post is kept for as long as an appeal is possible, and then erased with its bytes', async () => {
    const { id, object } = await reported.post()
    await ctx.jobs.runDue()
    const before = (await storedFiles(ctx)).length
    await decide(admin, id, 'remove')
    await daysPass(APPEAL_DAYS)
    for (const job of ['erase_removed', 'sweep_media'] as const) await runJob(job)
    expect([await rows('posts', object.id), (await storedFiles(ctx)).length]).toEqual([1, before])
    await daysPass(1)
    await runJob('erase_removed')
    await runJob('erase_removed')
    await runJob('erase_evidence')
    expect([await rows('posts', object.id), await storedFiles(ctx)]).toEqual([0, []])
    expect((await decisionsOf(id))[0]?.erased_at).toEqual(ctx.now())
  })

  it('An appeal that waits, a legal hold and an upheld appeal keep it', async () => {
    const cases = []
    for (let count = 0; count < 3; count += 1) {
      const { id, object } = await reported.post()
      await decide(admin, id, 'remove')
      cases.push({ id, post_id: object.id, decision_id: (await decisionsOf(id))[0]?.id })
    }
    const [waiting, held, upheld] = cases
    for (const each of [waiting, upheld])
      await visitor.ask('POST', `/decisions/${statementToken(ctx.secret, each?.decision_id)}/appeal`, {
        text: 'Please',
      })
    await ctx.db`update cases set legal_hold = true where id = ${held?.id ?? ''}`
    const other = (await ctx.db`select id from users where email = 'admin2@example.com'`)[0]?.id
    await ctx.db`
      update decisions set appeal_outcome = 'upheld', appeal_answer = 'Yes', appeal_decided_by = ${other},
        appeal_decided_at = ${ctx.now()}, undone_at = ${ctx.now()}
      where id = ${upheld?.decision_id}`
    await daysPass(APPEAL_DAYS + 1)
    await runJob('erase_removed')
    for (const { post_id } of cases) expect(await rows('posts', post_id)).toBe(1)
    await ctx.db`update cases set legal_hold = false`
    await runJob('erase_removed')
    expect(await rows('posts', held?.post_id ?? '')).toBe(0)
  })

  it('The words of a message and the picture of a profile are erased too', async () => {
    const message = await reported.message()
    await decide(moderator, message.id, 'remove')
    await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'A bio', profile_pic: await noisePicture() })
    const profile = await reported.profile('amy')
    await decide(moderator, profile.id, 'remove')
    await runJob('sweep_media')
    expect((await ctx.db`select from media where owner_id = ${amy.id}`).length).toBeGreaterThan(0)
    await daysPass(APPEAL_DAYS + 1)
    await runJob('erase_removed')
    expect([...(await ctx.db`select content, hidden_content from messages where id = ${message.object.id}`)]).toEqual([
      { content: 'Message removed', hidden_content: '' },
    ])
    const [kept] =
      await ctx.db`select bio, picture_id, hidden_bio, hidden_picture_id from profiles where id = ${amy.id}`
    expect(kept).toEqual({ bio: '', picture_id: null, hidden_bio: null, hidden_picture_id: null })
  })

  it('The erasure of an account withdraws its appeals and erases the facts, unless there is a legal hold', async () => {
    for (const legal_hold of [false, true]) {
      const author = await creatorNamed(`leaving-${legal_hold}`)
      const { id } = await reported.story(author)
      await decide(moderator, id, 'remove')
      const token = statementToken(ctx.secret, (await decisionsOf(id))[0]?.id)
      expect((await visitor.ask('POST', `/decisions/${token}/appeal`, { text: 'Please' })).status).toBe(201)
      await ctx.db`update cases set legal_hold = ${legal_hold} where id = ${id}`
      await ctx.db`update users set erased_at = ${ctx.now()} where id = ${author.id}`
      await runJob('erase_accounts')
      const facts = legal_hold ? REASONS.facts : '[erased]'
      expect(await decisionsOf(id)).toMatchObject([{ facts, appeal: legal_hold ? 'Please' : null }])
      expect(await caseRow(id)).toMatchObject({ state: legal_hold ? 'appealed' : 'decided' })
    }
  })
})
