import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { statementToken } from '#server/domain/statement-token.ts'
import { insertProfileDecision } from '#tests/support/database/decided-cases.ts'
import { unzip } from '#tests/support/files/zip.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, visitor, passes, mailsTo, runJob } = await world({
  STAFF_SECOND_FACTOR: 'optional',
  PUBLIC_URL: 'https://loge.example',
})
const admin = await staff('admin', 'admin')

const freeze = async (person: Person) => {
  // Days pass in these tests, and sessions end.
  await admin.signIn()
  return await admin.ask('POST', `/admin/users/${person.id}/freeze`, {
    until: null,
    ground: 'terms_conduct',
    facts: 'Rude words.',
  })
}
const unfreeze = (person: Person) => admin.ask('POST', `/admin/users/${person.id}/unfreeze`)
const requestBy = (token: string) => visitor.ask('POST', `/decisions/${token}/export`)
const exportsOf = async ({ id }: Person) => (await ctx.db`select from exports where user_id = ${id}`).length

/** The token of the link to a decision that freezes this person, before it is carried out. */
const decisionAbout = async ({ id }: Person) =>
  statementToken(ctx.secret, await insertProfileDecision(ctx, id, { actions: ['freeze'] }))

async function frozen(person: Person): Promise<string> {
  const token = await decisionAbout(person)
  expect((await freeze(person)).status).toBe(200)
  return token
}

/** The mails about exports. The decision to freeze has a mail of its own. */
const exportMailsTo = async ({ email }: Person) =>
  (await mailsTo(email)).filter(({ subject }) => /Your data is ready|Vos données sont prêtes/.test(subject ?? ''))

/** The path of the file in the newest mail, relative to the API. */
async function mailedPath(person: Person): Promise<string> {
  await ctx.jobs.runDue()
  const text = (await exportMailsTo(person)).at(-1)?.text ?? ''
  return text.match(/https:\/\/loge\.example\/api(\/exports\/\S+)/)?.[1] ?? ''
}

describe('Refused exports of frozen people', () => {
  it('A link that nobody made is unknown, and so is one whose account is gone', async () => {
    const ann = await member('ann')
    const token = await frozen(ann)
    const [id = '', mac = ''] = token.split('.')
    const foreign = statementToken(Buffer.from('another secret'), id)
    for (const made_up of [
      'x',
      id,
      `${id}.`,
      `${NOBODY}.${mac}`,
      foreign,
      `${token}x`,
      statementToken(ctx.secret, NOBODY),
    ])
      expect((await requestBy(made_up)).status, made_up).toBe(404)
    expect(await exportsOf(ann)).toBe(0)
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${ann.id}`
    expect((await requestBy(token)).status).toBe(404)
  })

  it('Who is not frozen signs in for it', async () => {
    const bob = await member('bob')
    expect(await requestBy(await decisionAbout(bob))).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await exportsOf(bob)).toBe(0)
  })

  it('The mailed link opens no other export, and none with a changed key', async () => {
    const [cat, dan] = [await member('cat'), await member('dan')]
    const [token, other] = [await frozen(cat), await frozen(dan)]
    for (const asked of [token, other]) await requestBy(asked)
    const [path, foreign] = [await mailedPath(cat), await mailedPath(dan)]
    const [file, query] = path.split('?')
    const [foreign_file = ''] = foreign.split('?')
    for (const wrong of [`${foreign_file}?${query}`, `${path}x`, path.slice(0, -1), `${file}?key=`, `${file}`])
      expect((await visitor.fetch(wrong)).status, wrong).toBe(404)
    expect((await visitor.fetch(path)).status).toBe(200)
  })

  it('The mailed link ends with the freeze, with the export, and with the account', async () => {
    const eve = await member('eve')
    await requestBy(await frozen(eve))
    const path = await mailedPath(eve)
    await unfreeze(eve)
    expect((await visitor.fetch(path)).status).toBe(404)
    await freeze(eve)
    expect((await visitor.fetch(path)).status).toBe(200)
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${eve.id}`
    expect((await visitor.fetch(path)).status).toBe(404)
    await ctx.db`update users set erased_at = null where id = ${eve.id}`
    passes(7 * DAY_MS)
    expect((await visitor.fetch(path)).status).toBe(404)
    await runJob('sweep_exports')
    expect(await exportsOf(eve)).toBe(0)
  })

  it('Somebody who asks without a pause is told to wait', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const made_up = statementToken(limited.ctx.secret, NOBODY)
    for (let i = 0; i < 10; i += 1)
      expect((await limited.visitor.ask('POST', `/decisions/${made_up}/export`)).status).toBe(404)
    expect((await limited.visitor.ask('POST', `/decisions/${made_up}/export`)).status).toBe(429)
  })
})

describe('Exports of frozen people', () => {
  it('A frozen creator gets everything the account holds by a link in a mail, without a session', async () => {
    const fay = await creator('fay')
    await fay.posts({ description: 'My own post' })
    const { status, body } = await requestBy(await frozen(fay))
    // Whoever has the link does not learn the address or the place of the file.
    expect([status, body]).toEqual([201, {}])
    const path = await mailedPath(fay)
    const [mail] = await exportMailsTo(fay)
    expect(mail?.text).toContain('Whoever has it can download the file')
    expect(mail?.html).toContain('Download your data')
    const file = await visitor.fetch(path)
    expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      200,
      'application/zip',
      'private, no-store',
    ])
    expect((await unzip(file.bytes)).get('posts.json')?.toString()).toContain('My own post')
  })

  it('The mail is in the language of the person', async () => {
    const guy = await member('guy')
    await guy.ask('PUT', '/user', { locale: 'fr' })
    await requestBy(await frozen(guy))
    await ctx.jobs.runDue()
    expect((await exportMailsTo(guy)).at(-1)?.text).toContain(
      'Télécharger vos données\u202f:\nhttps://loge.example/api/',
    )
  })

  it('Many requests at once, and later ones of the same day, are one export and one mail', async () => {
    const hal = await member('hal')
    const token = await frozen(hal)
    const asked = await Promise.all(Array.from({ length: 5 }, () => requestBy(token)))
    expect(asked.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    await mailedPath(hal)
    await requestBy(token)
    await mailedPath(hal)
    expect([await exportsOf(hal), (await exportMailsTo(hal)).length]).toEqual([1, 1])
    passes(DAY_MS)
    await requestBy(token)
    expect(await exportsOf(hal)).toBe(2)
  })

  it('An export that was ready before the freeze is prepared again, because its mail leads to a sign-in', async () => {
    const ida = await member('ida')
    await ida.ask('POST', '/exports')
    expect(await mailedPath(ida)).toBe('')
    passes(1000)
    await requestBy(await frozen(ida))
    expect((await visitor.fetch(await mailedPath(ida))).status).toBe(200)
    expect(await exportsOf(ida)).toBe(2)
  })
})
