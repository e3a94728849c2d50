import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { DAY_MS } from '#contract/time.ts'
import { closedAddressHash } from '#server/store/accounts/closed-addresses.ts'
import { setRole } from '#server/store/accounts/users.ts'
import { storedFiles } from '#tests/support/files/stored-files.ts'
import { NOBODY, PASSWORD, Person, world } from '#tests/support/world.ts'

const { ctx, app, visitor, member, creator, staff, stranger, passes, mailsTo, eventsDuring, runJob } = await world()
const admin = await staff('admin', 'admin')
const moderator = await staff('moderator', 'moderator')
const fay = await member('fay')

const REASONS = { ground: 'terms_copyright', facts: 'Sold stolen pictures.' }
const close = ({ id }: { id: string }, by: Person = admin, body: object = REASONS) =>
  by.ask('POST', `/admin/users/${id}/close`, body)
const row = async ({ id }: { id: string }) => (await ctx.db`select * from users where id = ${id}`)[0]
/** The grace period is over, and what is due is erased. */
async function graceEnds(): Promise<void> {
  passes(DELETION_GRACE_DAYS * DAY_MS)
  await runJob('erase_accounts')
  for (const person of [admin, fay]) await person.signIn()
}
const signUp = (email: string) => new Person(app, email).signUp()

describe('Refused closures', () => {
  it('Visitors, members, creators and moderators cannot close an account', async () => {
    expect((await close(fay, visitor)).status).toBe(401)
    for (const person of [fay, await creator('amy'), moderator]) expect((await close(fay, person)).status).toBe(403)
  })

  it('An admin closes neither their own account nor that of another admin', async () => {
    const other = await staff('admin2', 'admin')
    for (const whom of [admin, other]) expect((await close(whom)).status).toBe(403)
    await setRole(ctx.db, other.email, null)
  })

  it.each([NOBODY, 'fay', '%00'])('Closing the unknown account %s is a 404', async (id) => {
    expect((await close({ id })).status).toBe(404)
  })

  it.each([
    [{ facts: 'Sold stolen pictures.' }, 'ground'],
    [{ ...REASONS, ground: ' ' }, 'ground'],
    [{ ground: 'terms_copyright' }, 'facts'],
    [{ ...REASONS, facts: '' }, 'facts'],
  ])('A closure with %j is refused', async (body, field) => {
    const reply = await close(fay, admin, body)
    expect([reply.status, Object.keys(reply.body.fields)]).toEqual([422, [field]])
  })

  it('Refused closures change nothing', async () => {
    expect((await fay.ask('GET', '/user')).status).toBe(200)
    expect([...(await ctx.db`select * from closed_addresses`)]).toEqual([])
    expect([...(await ctx.db`select * from audit_log`)]).toEqual([])
    expect([...(await ctx.db`select * from decisions`)]).toEqual([])
  })
})

describe('Closed accounts', () => {
  it('A closed account is hidden and signed out at once, and no sign-in brings it back before its erasure', async () => {
    const gil = await creator('gil')
    const { username } = (await gil.ask('GET', '/user')).body
    const events = await eventsDuring(async () => expect((await close(gil)).body).toEqual({ state: 'decided' }))
    expect(events[0]).toEqual({ kind: 'user_ended', user_id: gil.id })
    expect((await gil.ask('GET', '/user')).status).toBe(401)
    expect((await fay.ask('GET', `/profiles/${username}`)).status).toBe(404)
    const erased_at = new Date(ctx.now().getTime() + DELETION_GRACE_DAYS * DAY_MS)
    const refused = await gil.signIn()
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({ code: 'account_frozen', ends_at: null, ...REASONS, statement: expect.any(String) }),
    ])
    expect(await row(gil)).toMatchObject({ erased_at })
    const audited = await ctx.db`select staff_id, action, reason from audit_log where user_id = ${gil.id}`
    const reason = 'terms_copyright: Sold stolen pictures.'
    expect([...audited]).toEqual([{ staff_id: admin.id, action: 'account_closed', reason }])
    await graceEnds()
    expect(await row(gil)).toMatchObject({ username: null, email: null })
    const [late, unknown] = [await gil.signIn(), await stranger('nobody').signIn()]
    expect([late.status, late.body]).toEqual([401, unknown.body])
  })

  it('Nobody unfreezes a closed account', async () => {
    const ike = await member('ike')
    await close(ike)
    expect((await admin.ask('POST', `/admin/users/${ike.id}/unfreeze`)).status).toBe(422)
    expect((await ike.signIn()).status).toBe(403)
  })

  it('A closed account leaves nothing but a keyed hash of its addresses', async () => {
    const hal = await creator('h.a.l+shop')
    await hal.posts()
    await hal.ask('PUT', '/user/email', { email: 'hal-new@example.com', current_password: PASSWORD })
    const token = (await mailsTo('hal-new@example.com'))[0]?.text?.match(/token=([\w-]{43})/)?.[1]
    expect((await visitor.ask('POST', '/user/email/confirm', { token })).status).toBe(200)
    await mailsTo('hal-new@example.com')
    await ctx.db`delete from closed_addresses`
    await close(hal)
    await graceEnds()
    expect(await storedFiles(ctx)).toEqual([])
    const mails = await readdir(`${ctx.config.data_dir}/outbox`)
    expect(mails.filter((name) => name.includes('hal'))).toEqual([])
    const tables = await ctx.db<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`
    for (const { name } of tables) {
      const found = await ctx.db`
        select 1 from ${ctx.db.unsafe(name)} t where t::text ilike '%hal-new%' or t::text ilike '%h.a.l%'`
      expect([name, found.length]).toEqual([name, 0])
    }
    const kept = await ctx.db<{ address_hash: Buffer }[]>`select address_hash from closed_addresses`
    const expected = ['hal-new@example.com', 'hal@example.com'].map((email) => closedAddressHash(ctx.secret, email))
    const inHex = (hashes: Buffer[]) => hashes.map((hash) => hash.toString('hex')).sort()
    expect(inHex(kept.map(({ address_hash }) => address_hash))).toEqual(inHex(expected))
    expect(closedAddressHash(Buffer.alloc(32), 'hal@example.com')).not.toEqual(expected[1])
  })

  it('A frozen account and one whose owner wants to leave can be closed', async () => {
    const [lea, max] = [await member('lea'), await member('max')]
    await admin.ask('POST', `/admin/users/${lea.id}/freeze`, { until: null, ...REASONS })
    await max.ask('POST', '/user/deletion', { current_password: PASSWORD })
    passes(DAY_MS / 4)
    for (const person of [lea, max]) {
      expect((await close(person)).status).toBe(200)
      expect((await person.signIn()).status).toBe(403)
    }
    await graceEnds()
    for (const person of [lea, max]) expect(await row(person)).toMatchObject({ username: null, frozen_until: null })
    expect((await close(lea)).status).toBe(404)
  })

  it('Five closures at once are one erasure', async () => {
    const ned = await member('ned')
    const replies = await Promise.all(Array.from({ length: 5 }, () => close(ned)))
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect([...(await ctx.db`select 1 from decisions where subject_id = ${ned.id}`)]).toHaveLength(1)
    await graceEnds()
    expect(await row(ned)).toMatchObject({ username: null })
    expect([...(await ctx.db`select 1 from audit_log where user_id = ${ned.id}`)]).toHaveLength(1)
  })
})

describe('Two admins', async () => {
  const two = await world()
  const [first, second] = [await two.staff('first', 'admin'), await two.staff('second', 'admin')]
  const about = async ({ id }: { id: string }) => [
    ...(await two.ctx.db`
      select d.actions, d.decided_by, d.undone_at, c.state, c.closing_proposed_by from decisions d
      join cases c on c.id = d.case_id where d.subject_id = ${id} order by d.id`),
  ]

  it('The first admin proposes to close an account, which is frozen; the second one closes it', async () => {
    const oto = await two.member('oto')
    const signIn = async () => (await oto.signIn()).body
    for (let time = 0; time < 3; time += 1) expect((await close(oto, first)).body).toEqual({ state: 'proposed' })
    expect(await about(oto)).toEqual([
      { actions: ['freeze'], decided_by: first.id, undone_at: null, state: 'open', closing_proposed_by: first.id },
    ])
    expect(await signIn()).toMatchObject({ code: 'account_frozen', ends_at: null })
    expect([...(await two.ctx.db`select * from closed_addresses`)]).toEqual([])
    two.passes(1)
    expect((await close(oto, second)).body).toEqual({ state: 'decided' })
    expect(await about(oto)).toMatchObject([
      { actions: ['freeze'], undone_at: expect.any(Date) },
      { actions: ['close'], decided_by: second.id, state: 'decided', closing_proposed_by: null },
    ])
    const actions = await two.ctx.db`select action from audit_log where user_id = ${oto.id} order by id`
    expect(actions.map(({ action }) => action)).toEqual(['closing_proposed', 'account_closed'])
  })

  it('The second admin can decide otherwise, and the freeze of the proposal ends', async () => {
    const pia = await two.member('pia')
    await close(pia, first)
    const [{ id } = { id: '' }] = await two.ctx.db<{ id: string }[]>`select id from cases where subject_id = ${pia.id}`
    const dismissal = await second.ask('POST', `/admin/cases/${id}/decisions`, { action: 'dismiss' })
    expect(dismissal.status).toBe(201)
    expect((await pia.signIn()).status).toBe(200)
  })

  it('An admin who is frozen is no second admin', async () => {
    const quin = await two.member('quin')
    await two.ctx.db`
      update users set frozen_at = ${two.ctx.now()}, frozen_until = 'infinity', frozen_ground = 'terms_age', frozen_facts = 'x'
      where id = ${second.id}`
    expect((await close(quin, first)).body).toEqual({ state: 'decided' })
  })
})

describe('The address of a closed account', () => {
  beforeAll(async () => void (await close(await member('ida.b'))))

  it.each([
    'ida.b@example.com',
    'IDA.B@Example.COM',
    'idab@example.com',
    'i.d.a.b@example.com',
    'ida.b+again@example.com',
  ])(
    'Nobody signs up with %s after that account was closed, and the answer is that of a taken address',
    async (email) => {
      const [refused, taken] = [await signUp(email), await signUp(fay.email)]
      expect([refused.status, refused.body]).toEqual([422, taken.body])
    },
  )

  it('Neighbours of a closed address sign up', async () => {
    for (const email of ['idab2@example.com', 'ida.b@example.org', 'bida@example.com'])
      expect((await signUp(email)).status).toBe(201)
  })

  it('A member cannot move to a closed address, also with a link from before', async () => {
    const [jan, kim] = [await member('jan'), await member('kim')]
    const move = (email: string) => kim.ask('PUT', '/user/email', { email, current_password: PASSWORD })
    expect((await move('j.an+2@example.com')).status).toBe(200)
    const token = (await mailsTo('j.an+2@example.com'))[0]?.text?.match(/token=([\w-]{43})/)?.[1]
    await close(jan)
    for (const reply of [await visitor.ask('POST', '/user/email/confirm', { token }), await move('JAN@example.com')])
      expect([reply.status, reply.body.code]).toEqual([422, 'email_taken'])
  })
})
