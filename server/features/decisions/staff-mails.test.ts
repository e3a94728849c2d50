import type { Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { tellStaff } from '#server/domain/tell-staff.ts'
import { insertCase, insertDecision } from '#tests/support/database/decision-rows.ts'
import { countWaiting } from '#tests/support/database/lock-waits.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { type Person, world } from '#tests/support/world.ts'
import { mailStaff } from './staff-mails.ts'

/** Decides which mails the mail server refuses. */
let refuses = (_mail: Email) => false
const { url: SMTP_URL, received } = await startSmtp((mail) => refuses(mail))
const { ctx, member, staff, passes, mails, runJob } = await world({ SMTP_URL, PUBLIC_URL: 'https://loge.example' })
const anna = await staff('anna', 'admin')
const milo = await staff('milo', 'moderator')
await ctx.db`update users set locale = 'fr' where id = ${milo.id}`
const subject = await member('subject')

async function told(kind: 'case_opened' | 'appeal_filed', about = subject): Promise<string[]> {
  return await ctx.db.begin((db) => tellStaff(db, kind, ctx.now(), about.id))
}

async function kindsOf(person: Person): Promise<string[]> {
  return (await person.ask('GET', '/notices')).body.map(({ kind }: { kind: string }) => kind)
}

/** Runs the job after a while, in which every case has become visible. */
async function mailed(after_ms = MINUTE_MS): Promise<Email[]> {
  passes(after_ms)
  received.length = 0
  await mailStaff(ctx)
  return [...received]
}

const recipients = (sent: Email[]) => sent.map(({ to }) => to?.[0]?.address).sort()

describe('The bell of staff', () => {
  it('Every member of staff is told once of new cases until they have read it, and nobody else', async () => {
    expect((await told('case_opened')).sort()).toEqual([anna.id, milo.id].sort())
    expect(await told('case_opened')).toEqual([])
    expect((await told('appeal_filed')).sort()).toEqual([anna.id, milo.id].sort())
    await anna.ask('POST', '/notices/read')
    expect(await told('case_opened')).toEqual([anna.id])
    expect((await kindsOf(anna)).sort()).toEqual(['appeal_filed', 'case_opened', 'case_opened'])
    expect((await kindsOf(milo)).sort()).toEqual(['appeal_filed', 'case_opened'])
    expect(await kindsOf(subject)).toEqual([])
    expect((await milo.ask('GET', '/notices')).body[0].path).toBe('/admin/cases')
  })

  it('Concurrent events tell nobody twice', async () => {
    await anna.ask('POST', '/notices/read')
    await milo.ask('POST', '/notices/read')
    let second: Promise<string[]> | undefined
    const first = await ctx.db.begin(async (db) => {
      const user_ids = await tellStaff(db, 'case_opened', ctx.now())
      second = told('case_opened')
      await expect.poll(() => countWaiting(ctx.db)).toBe(1)
      return user_ids
    })
    expect(first.sort()).toEqual([anna.id, milo.id].sort())
    expect(await second).toEqual([])
  })

  it('Staff who are frozen or leaving are not told, and nobody of a case about themselves', async () => {
    await ctx.db`update member_notices set read_at = ${ctx.now()}`
    const [cold, leaving] = [await staff('cold', 'moderator'), await staff('leaving', 'moderator')]
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${cold.id}`
    await ctx.db`update users set erased_at = ${new Date(ctx.now().getTime() + DAY_MS)} where id = ${leaving.id}`
    expect(await told('case_opened', milo)).toEqual([anna.id])
  })

  it('These notices are not mailed one by one', async () => {
    received.length = 0
    await publishNotices(ctx, [anna.id, milo.id])
    await mails()
    expect(received).toEqual([])
  })
})

describe('The mail to staff', () => {
  it('Without a new case no mail is sent', async () => {
    expect(await mailed()).toEqual([])
  })

  it('A new case is mailed to all staff in their language, with numbers and nothing of its content', async () => {
    await insertCase(ctx.db, { subject, kind: 'profile', severity: 1, at: ctx.now() })
    passes(1)
    const urgent = await insertCase(ctx.db, { subject, severity: 3, at: ctx.now() })
    const sent = await mailed()
    expect(recipients(sent)).toEqual([anna.email, milo.email])
    const [toAnna, toMilo] = [anna, milo].map(({ email }) => sent.find(({ to }) => to?.[0]?.address === email))
    expect(toAnna?.subject).toBe('Cases are waiting')
    expect(toAnna?.text).toContain('2 cases are open, and 0 appeals wait for a decision.')
    expect(toAnna?.text).toContain(`The most urgent one is ${urgent.number}, due on 2 March 2026 at 12:01 (UTC).`)
    expect(toAnna?.text).toContain('https://loge.example/admin/cases')
    expect(toMilo?.subject).toBe('Des dossiers attendent')
    expect(toMilo?.text).toContain('2 dossiers sont ouverts, et 0 recours attend une décision.')
    for (const mail of sent) expect(`${mail.text}${mail.html}`).not.toMatch(/subject@|story|profile|profil/)
  })

  it('Within ten minutes no second mail is sent, and after them one, if something new came', async () => {
    await insertCase(ctx.db, { subject, at: ctx.now() })
    expect(await mailed(9 * MINUTE_MS)).toEqual([])
    expect(await mailed(MINUTE_MS)).toHaveLength(2)
    expect(await mailed(DAY_MS)).toEqual([])
  })

  it('An appeal is new too, and a case that was decided meanwhile is not', async () => {
    const { id, case_id } = await insertDecision(ctx.db, { subject, at: ctx.now() })
    expect(await mailed(10 * MINUTE_MS)).toEqual([])
    await ctx.db`update decisions set appeal = 'planted words', appealed_at = ${ctx.now()} where id = ${id}`
    await ctx.db`update cases set state = 'appealed' where id = ${case_id}`
    const sent = await mailed()
    expect(sent).toHaveLength(2)
    expect(sent.find(({ subject: title }) => title === 'Cases are waiting')?.text).toContain('and 1 appeal waits')
    for (const mail of sent) expect(`${mail.text}${mail.html}`).not.toContain('planted words')
  })

  it('A member of staff hears nothing of a case about themselves', async () => {
    await insertCase(ctx.db, { subject: milo, at: ctx.now() })
    const sent = await mailed(10 * MINUTE_MS)
    expect(recipients(sent)).toEqual([anna.email])
  })

  it('A case whose report was committed late is mailed with the next mail', async () => {
    await insertCase(ctx.db, { subject, at: ctx.now() })
    expect(await mailed(10 * MINUTE_MS)).toHaveLength(2)
    // It began a moment before the mail was sent.
    await insertCase(ctx.db, { subject, at: new Date(ctx.now().getTime() - 2000) })
    expect(await mailed(10 * MINUTE_MS)).toHaveLength(2)
    expect(await mailed(10 * MINUTE_MS)).toEqual([])
  })

  it('Several processes send one mail to each', async () => {
    await insertCase(ctx.db, { subject, at: ctx.now() })
    passes(10 * MINUTE_MS)
    received.length = 0
    await Promise.all(Array.from({ length: 5 }, () => mailStaff(ctx)))
    expect(recipients(received)).toEqual([anna.email, milo.email])
  })

  it('If the mail server is away, the mail is sent by a later run, once', async () => {
    await insertCase(ctx.db, { subject, at: ctx.now() })
    passes(10 * MINUTE_MS)
    received.length = 0
    refuses = () => true
    await expect(mailStaff(ctx)).rejects.toThrow('come back later')
    refuses = () => false
    await runJob('mail_staff')
    await runJob('mail_staff')
    expect(recipients(received)).toEqual([anna.email, milo.email])
  })

  it('One address that refuses its mail does not make the others get it again', async () => {
    await insertCase(ctx.db, { subject, at: ctx.now() })
    passes(10 * MINUTE_MS)
    received.length = 0
    refuses = ({ to }) => to?.[0]?.address === anna.email
    await mailStaff(ctx)
    refuses = () => false
    await mailStaff(ctx)
    expect(recipients(received)).toEqual([milo.email])
  })
})
