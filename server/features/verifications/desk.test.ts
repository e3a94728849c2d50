import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { DETAILS, decideIdentity, pdfDocument, sendIdentity } from '#tests/support/scenarios/identities.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, creatorNamed, member, staff, visitor, mailsTo, passes, anotherDevice, runJob } = await world({
  PAYMENTS: 'sandbox',
})
const [admin, second] = [await staff('admin', 'admin'), await staff('second', 'admin')]
const moderator = await staff('moderator', 'moderator')

const open = (person: Person, id: string) => person.ask('GET', `/admin/verifications/${id}`)
const fileOf = (person: Person, id: string, kind = 'document') =>
  person.fetch(`/admin/verifications/${id}/files/${kind}`)
const judge = (person: Person, id: string, body: object = { outcome: 'verified' }) =>
  person.ask('POST', `/admin/verifications/${id}/decision`, body)
const looks = async (id: string) =>
  await ctx.db<{ staff_id: string; file: string | null }[]>`
    select staff_id, details ->> 'file' as file from audit_log
    where action = 'verification_viewed' and user_id = ${id} order by id`

async function waiting(name: string, parts = {}): Promise<Person> {
  const person = await creator(name)
  await sendIdentity(person, parts)
  passes(1)
  return person
}

describe('Who opens a verification', () => {
  it('Nobody but an admin lists, opens or decides a verification, also not its owner or a moderator', async () => {
    const amy = await waiting('amy')
    const bob = await creator('bob')
    for (const [person, status] of [
      [visitor, 401],
      [await member('fan'), 403],
      [bob, 403],
      [amy, 403],
      [moderator, 403],
    ] as const) {
      expect((await person.ask('GET', '/admin/verifications')).status).toBe(status)
      expect((await open(person, amy.id)).status).toBe(status)
      expect((await fileOf(person, amy.id)).status).toBe(status)
      expect((await judge(person, amy.id)).status).toBe(status)
    }
    expect(await looks(amy.id)).toEqual([])
    expect((await amy.ask('GET', '/verification')).body.state).toBe('in_review')
  })

  it('An unknown, a malformed and a missing one are absent, and leave no line in the audit log', async () => {
    const cid = await creator('cid')
    for (const id of [NOBODY, cid.id]) {
      expect((await open(admin, id)).status).toBe(404)
      expect((await fileOf(admin, id)).status).toBe(404)
      expect((await judge(admin, id)).status).toBe(404)
    }
    expect((await open(admin, 'x')).status).toBe(404)
    const dan = await waiting('dan')
    for (const kind of ['passport', 'x', '..%2fdocument']) expect((await fileOf(admin, dan.id, kind)).status).toBe(404)
    await ctx.db`delete from verification_files where creator_id = ${dan.id}`
    expect((await fileOf(admin, dan.id)).status).toBe(404)
    expect([...(await looks(cid.id)), ...(await looks(dan.id))]).toEqual([])
  })

  it('Every look at the details and at each file is in the audit log before anything is shown', async () => {
    const picture = await noisePicture()
    const eve = await waiting('eve', { portrait: picture })
    const { body } = await open(admin, eve.id)
    expect(body).toMatchObject({
      id: eve.id,
      details: DETAILS,
      iban_last4: '0189',
      files: ['document', 'portrait'],
      refusal: null,
    })
    passes(1)
    const document = await fileOf(second, eve.id)
    passes(1)
    expect(document.bytes.equals(pdfDocument())).toBe(true)
    expect(document.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const portrait = await fileOf(admin, eve.id, 'portrait')
    expect(portrait.bytes.equals(picture)).toBe(true)
    expect([portrait.headers['content-type'], portrait.headers['content-disposition']]).toEqual([
      'image/jpeg',
      'inline',
    ])
    expect(await looks(eve.id)).toEqual([
      { staff_id: admin.id, file: null },
      { staff_id: second.id, file: 'document' },
      { staff_id: admin.id, file: 'portrait' },
    ])
    // If the line cannot be written, nothing is shown.
    await ctx.db`alter table audit_log rename to audit_log_away`
    for (const { status, text } of [await open(admin, eve.id), await fileOf(admin, eve.id)])
      expect([status, text.includes('Durand') || text.includes('PDF')]).toEqual([500, false])
    await ctx.db`alter table audit_log_away rename to audit_log`
  })

  it('What was sealed with a lost key is not shown: it is told to be unavailable, and logged', async () => {
    const fay = await waiting('fay')
    await ctx.db`update verifications set key_id = 'lost' where creator_id = ${fay.id}`
    await ctx.db`update verification_files set key_id = 'lost' where creator_id = ${fay.id}`
    expect((await open(admin, fay.id)).status).toBe(503)
    expect((await fileOf(admin, fay.id)).status).toBe(503)
    expect((await fay.ask('GET', '/verification')).status).toBe(503)
    await ctx.db`delete from verifications where creator_id = ${fay.id}`
  })
})

describe('The decision', () => {
  it('Nobody decides about themselves', async () => {
    const gus = await waiting('gus')
    await ctx.db`update users set role = 'admin' where id = ${gus.id}`
    expect((await open(gus, gus.id)).status).toBe(200)
    expect((await judge(gus, gus.id)).status).toBe(403)
    await ctx.db`update users set role = null where id = ${gus.id}`
  })

  it.each([
    ['no outcome', {}],
    ['another outcome', { outcome: 'perhaps' }],
    ['a refusal without a reason', { outcome: 'refused' }],
    ['a refusal for an unknown reason', { outcome: 'refused', reason: 'hair' }],
    ['another reason without words', { outcome: 'refused', reason: 'other' }],
    ['words of spaces', { outcome: 'refused', reason: 'other', note: '   ' }],
    ['words without an end', { outcome: 'refused', reason: 'other', note: 'a'.repeat(1001) }],
  ])('A decision with %s is refused', async (what, body) => {
    const hal = await waiting(`hal-${what.replaceAll(/\W/g, '')}`)
    await open(admin, hal.id)
    expect((await judge(admin, hal.id, body)).status).toBe(422)
    expect((await hal.ask('GET', '/verification')).body.state).toBe('in_review')
  })

  it('Nobody decides about what they have not opened, or about what was sent after they opened it', async () => {
    const ida = await waiting('ida')
    expect((await judge(admin, ida.id)).status).toBe(422)
    await open(admin, ida.id)
    expect((await judge(second, ida.id)).status).toBe(422)
    await sendIdentity(ida, { document: pdfDocument('another passport') })
    expect((await judge(admin, ida.id)).body.fields).toHaveProperty('outcome')
    await open(admin, ida.id)
    expect((await judge(admin, ida.id)).status).toBe(200)
  })

  it('Of two admins at once one decides, and the creator hears once', async () => {
    const jan = await waiting('jan')
    await Promise.all([open(admin, jan.id), open(second, jan.id)])
    const refusal = { outcome: 'refused', reason: 'name_differs' }
    const replies = await Promise.all([judge(admin, jan.id), judge(second, jan.id, refusal), judge(admin, jan.id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    const told =
      await ctx.db`select from member_notices where user_id = ${jan.id} and kind in ('verified', 'verification_refused')`
    expect(told).toHaveLength(1)
    expect(
      await ctx.db`select from audit_log where user_id = ${jan.id} and action = 'verification_decided'`,
    ).toHaveLength(1)
  })

  it('A creator who is verified hears of it by notice and mail', async () => {
    const kim = await waiting('kim')
    const { status, body } = await decideIdentity(admin, kim)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id: kim.id, state: 'verified', decided_at: ctx.now().toISOString() }),
    ])
    expect((await kim.ask('GET', '/notices')).body[0]).toMatchObject({ kind: 'verified' })
    expect((await mailsTo(kim.email)).map(({ subject }) => subject)).toContain('You are verified')
  })

  it('A creator who is refused reads the reason and the words in the notice and in the mail', async () => {
    const lea = await waiting('lea')
    await decideIdentity(admin, lea, { outcome: 'refused', reason: 'other', note: 'The seal\u0007 is missing' })
    const mail = (await mailsTo(lea.email)).find(({ subject }) => subject === 'One thing is missing')
    expect(mail?.text).toContain('Something is missing.\nThe seal is missing')
    const [entry] = await ctx.db`
      select reason, details from audit_log where user_id = ${lea.id} and action = 'verification_decided'`
    expect(entry).toEqual({ reason: null, details: { outcome: 'refused', missing: 'other' } })
  })

  it('A verification that turns out to be wrong is taken back: the creator hears what is missing, sends it again, and waits', async () => {
    const amy = await waiting('wrong')
    await open(admin, amy.id)
    expect((await judge(admin, amy.id)).status).toBe(200)
    passes(1)
    const refusal = { outcome: 'refused', reason: 'document_expired' }
    // Who has not looked at it decides nothing, and nobody verifies twice.
    expect((await judge(second, amy.id, refusal)).status).toBe(422)
    expect((await judge(admin, amy.id)).status).toBe(422)
    expect((await judge(admin, amy.id, refusal)).status).toBe(422)
    await open(second, amy.id)
    expect((await judge(second, amy.id, refusal)).body).toMatchObject({ state: 'refused' })
    expect((await judge(second, amy.id, refusal)).status).toBe(422)
    expect((await amy.ask('GET', '/notices')).body[0]).toMatchObject({ kind: 'verification_refused' })
    expect((await amy.ask('GET', '/balance')).body.waits_for).toBe('verification')
    await sendIdentity(amy)
    expect((await amy.ask('GET', '/verification')).body.state).toBe('in_review')
  })

  it('The verified name stands on the account, whatever was sent first', async () => {
    const max = await waiting('max')
    await sendIdentity(max, { legal_name: 'Maxime Roy' })
    await decideIdentity(admin, max)
    const { openAccount } = await import('#server/domain/payouts/accounts.ts')
    const [row] = await ctx.db<
      { sealed: Buffer; key_id: string }[]
    >`select sealed, key_id from payees where creator_id = ${max.id}`
    expect(row && ctx.seal && openAccount(ctx.seal, row, max.id).holder).toBe('Maxime Roy')
  })
})

describe('The queue', () => {
  it('What waits is listed oldest first, what was decided newest first, page by page', async () => {
    await ctx.db`delete from verifications`
    const people: Person[] = []
    for (let at = 0; at < 32; at += 1) {
      passes(1000)
      people.push(await creatorNamed(`queue${at}`))
      await ctx.db`
        insert into verifications (creator_id, state, sealed, key_id, sent_at)
        values (${people.at(-1)?.id ?? ''}, 'in_review', '\\x00', 'x', ${ctx.now()})`
    }
    const first = await admin.ask('GET', '/admin/verifications')
    expect(first.body).toHaveLength(30)
    expect(first.body[0]).toMatchObject({ id: people[0]?.id, creator: 'queue0', state: 'in_review', decided_at: null })
    const cursor = String(first.headers.link).match(/cursor=([^&>]+)/)?.[1]
    const rest = await admin.ask('GET', `/admin/verifications?cursor=${cursor}`)
    expect(rest.body.map(({ creator: name }: { creator: string }) => name)).toEqual(['queue30', 'queue31'])
    for (const [at, { id }] of people.entries())
      await ctx.db`
        update verifications set state = 'verified', decided_at = ${new Date(ctx.now().getTime() + at)}, decided_by = ${admin.id}
        where creator_id = ${id}`
    expect((await admin.ask('GET', '/admin/verifications')).body).toEqual([])
    const decided = await admin.ask('GET', '/admin/verifications?state=decided')
    expect(decided.body[0]).toMatchObject({ creator: 'queue31', state: 'verified' })
    const before = String(decided.headers.link).match(/cursor=([^&>]+)/)?.[1]
    const older = await admin.ask('GET', `/admin/verifications?state=decided&cursor=${before}`)
    expect(older.body.map(({ creator: name }: { creator: string }) => name)).toEqual(['queue1', 'queue0'])
    await ctx.db`delete from verifications`
  })

  it('Admins are told of what waits: by one notice until it is read, and by one mail in ten minutes; moderators are not', async () => {
    await ctx.db`delete from member_notices where kind = 'verification_sent'`
    passes(20 * MINUTE_MS)
    await waiting('nia')
    await waiting('oda')
    const told = await ctx.db<
      { user_id: string }[]
    >`select user_id from member_notices where kind = 'verification_sent'`
    expect(told.map(({ user_id }) => user_id).sort()).toEqual([admin.id, second.id].sort())
    passes(MINUTE_MS)
    const count = async ({ email }: Person) => (await mailsTo(email)).length
    const before = [await count(admin), await count(moderator)]
    await runJob('mail_staff')
    await runJob('mail_staff')
    passes(MINUTE_MS)
    await waiting('pia')
    passes(MINUTE_MS)
    await runJob('mail_staff')
    expect([await count(admin), await count(moderator)]).toEqual([(before[0] ?? 0) + 1, before[1]])
    passes(10 * MINUTE_MS)
    await runJob('mail_staff')
    expect(await count(admin)).toBe((before[0] ?? 0) + 2)
    const mail = (await mailsTo(admin.email)).at(-1)
    expect(mail?.text).toContain('3 verifications wait')
    expect(mail?.text).toContain('http://loge.test/admin/verifications')
    expect(mail?.text).not.toMatch(/Durand|pia/)
  })
})

describe('The end of a document', () => {
  it('Files are erased thirty days after the decision and not before, and what waits keeps them', async () => {
    const [ria, sue] = [await waiting('ria'), await waiting('sue')]
    await decideIdentity(admin, ria, { outcome: 'refused', reason: 'document_expired' })
    const kept = async ({ id }: Person) =>
      (await ctx.db`select from verification_files where creator_id = ${id}`).length
    passes(30 * DAY_MS - 1)
    await runJob('erase_documents')
    expect([await kept(ria), await kept(sue)]).toEqual([2, 2])
    passes(1)
    await runJob('erase_documents')
    expect([await kept(ria), await kept(sue)]).toEqual([0, 2])
    admin.token = (await anotherDevice('admin')).token
    expect((await fileOf(admin, ria.id)).status).toBe(404)
    expect((await open(admin, ria.id)).body).toMatchObject({ state: 'refused', files: [], details: DETAILS })
  })
})
