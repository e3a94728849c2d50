import { describe, expect, it } from 'vitest'
import { endpointEntries } from '#contract/index.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { listStaffFactors } from '#server/store/second-factors/staff-factors.ts'
import { cableAddress, connectCable, conversationChannel, inboxChannel } from '#tests/support/network/cable-client.ts'
import { linkedApp, withApp } from '#tests/support/scenarios/second-factors.ts'
import { NOBODY, PASSWORD, type Person, world } from '#tests/support/world.ts'
import { takeLostFactors } from './recovery.ts'

const product = await world({ STAFF_SECOND_FACTOR: 'required' })
const { ctx, app, creator, staff, visitor, passes } = product

/** Staff whose session began with the password alone. */
async function unlocked(name: string, role: 'admin' | 'moderator'): Promise<Person> {
  const person = await staff(name, role)
  await ctx.db`update sessions set signed_in_with = 'password' where user_id = ${person.id}`
  return person
}

const OF_STAFF = endpointEntries().filter(([, { access }]) => access === 'staff' || access === 'admin')

/** What every call of staff answers, without a body that fits: who is refused is refused before the body is read. */
async function answersOf(person: Person) {
  const answers: Record<string, string> = {}
  for (const [name, { method, path, form }] of OF_STAFF) {
    const reply = await app.inject({
      method,
      url: `/api${path.replaceAll(/\{\w+\}/g, NOBODY)}`,
      headers: {
        authorization: person.token ?? '',
        'content-type': form ? 'multipart/form-data; boundary=x' : 'application/json',
      },
      ...(method !== 'GET' && { payload: form ? '--x--\r\n' : {} }),
    })
    const isJson = reply.headers['content-type']?.toString().includes('json')
    answers[name] = `${reply.statusCode} ${isJson ? reply.json().code : ''}`
  }
  return answers
}

describe('With STAFF_SECOND_FACTOR=required', () => {
  it('Every call below /admin is one of staff, so that this door stands before it', () => {
    const below = endpointEntries().filter(([, { path }]) => path.startsWith('/admin'))
    expect(below.length).toBeGreaterThan(40)
    for (const [name, { access }] of below) expect(['staff', 'admin'], name).toContain(access)
  })

  it('Every call of staff and admins is refused to a session without a second factor, with a code of its own', async () => {
    const answers = await answersOf(await unlocked('ada', 'admin'))
    expect(Object.keys(answers)).toEqual(OF_STAFF.map(([name]) => name))
    for (const [name, answer] of Object.entries(answers)) expect(answer, name).toBe('403 second_factor_required')
  })

  it('A moderator without a second factor learns only of what moderators do that one is missing', async () => {
    const answers = await answersOf(await unlocked('ali', 'moderator'))
    for (const [name, { access }] of OF_STAFF)
      expect(answers[name], name).toBe(`403 ${access === 'admin' ? 'forbidden' : 'second_factor_required'}`)
  })

  it('A browser that is trusted, and a session that is older than second factors, do not open it either', async () => {
    for (const [name, began] of [
      ['abe', 'trusted_browser'],
      ['art', null],
    ] as const) {
      const person = await staff(name, 'admin')
      await ctx.db`update sessions set signed_in_with = ${began} where user_id = ${person.id}`
      for (const [call, answer] of Object.entries(await answersOf(person)))
        expect(answer, call).toBe('403 second_factor_required')
    }
  })

  it('Who has become staff cannot open it from a browser that was trusted before, by adding a factor with the password', async () => {
    const ben = await staff('ben', 'moderator')
    await linkedApp(product, ben)
    await ctx.db`update sessions set signed_in_with = 'trusted_browser' where user_id = ${ben.id}`
    const begun = await ben.ask('POST', '/second_factors/passkeys/options', { current_password: PASSWORD })
    expect([begun.status, begun.body.code]).toEqual([403, 'sign_in_again'])
    expect((await ben.ask('GET', '/second_factors')).body.may_change).toBe(false)
    expect((await ben.ask('GET', '/admin/cases')).body.code).toBe('second_factor_required')
  })

  it('With a second factor the same calls are not refused to an admin for any lack', async () => {
    for (const [name, answer] of Object.entries(await answersOf(await staff('bea', 'admin')))) {
      expect(answer, name).not.toContain('second_factor_required')
      expect(answer, name).not.toContain('forbidden')
    }
  })

  it('A member is told of every call that they are not allowed to', async () => {
    for (const [name, answer] of Object.entries(await answersOf(await product.member('fan'))))
      expect(answer, name).toBe('403 forbidden')
  })

  it('Over the cable a shut session hears of itself only: there is no channel of staff', async () => {
    const shut = await unlocked('cyd', 'admin')
    const [fan, author] = [await product.member('cai'), await creator('col')]
    await product.subscribe(fan, author)
    const { id } = await fan.writes(author)
    const url = await cableAddress(app)
    const byTicket = (await shut.ask('POST', '/cable_tickets')).body.ticket
    for (const token of [shut.token, byTicket]) {
      const client = await connectCable(url, token)
      expect(await client.subscribe(conversationChannel(id))).toBe('reject_subscription')
      expect(await client.subscribe(inboxChannel)).toBe('confirm_subscription')
      for (const channel of ['AdminChannel', 'StaffChannel', 'CasesChannel', 'ReportsChannel'])
        expect(await client.subscribe(JSON.stringify({ channel })), channel).toBe('reject_subscription')
      await fan.says(id, 'Not for staff')
      await client.settle()
      expect(JSON.stringify(client.messages)).not.toContain('Not for staff')
      client.socket.terminate()
    }
  })

  it('Calls that everybody may make give staff without a factor nothing more than any member', async () => {
    const amy = await creator('amy')
    const post = await amy.posts({ protected: true })
    await product
      .member('rep')
      .then((rep) => rep.ask('POST', '/reports', { post_id: post.id, reason: REPORT_REASONS[0] }))
    const shut = await unlocked('dot', 'admin')
    const open = await staff('eva', 'admin')
    const file = post.file ?? ''
    expect((await open.fetch(file)).status).toBe(200)
    expect((await shut.fetch(file)).status).toBe(404)
    const seen = await shut.ask('GET', `/posts/${post.id}`)
    expect((await open.ask('GET', `/posts/${post.id}`)).body.reports).toHaveLength(1)
    expect(seen.body.reports ?? []).toEqual([])
  })

  it('The rest of the product works, and the user’s own data says that the door is shut', async () => {
    const eve = await unlocked('eve', 'admin')
    const { status, body } = await eve.ask('GET', '/user')
    expect([status, body.role, body.staff_door]).toEqual([200, 'admin', 'shut'])
    expect((await eve.ask('PUT', '/user', { locale: 'fr' })).body).toMatchObject({ role: 'admin', staff_door: 'shut' })
    expect((await eve.ask('GET', '/posts')).status).toBe(200)
    expect((await eve.ask('POST', '/cable_tickets')).status).toBe(201)
  })

  it('Linking an app opens the door for this session, and for no other one that began without it', async () => {
    const fay = await unlocked('fay', 'admin')
    const { headers } = await visitor.ask('POST', '/users/sign_in', { user: { email: fay.email, password: PASSWORD } })
    const linked = await linkedApp(product, fay)
    expect((await fay.ask('GET', '/admin/users')).status).toBe(200)
    const other = product.stranger('fay')
    other.token = String(headers.authorization)
    expect((await other.ask('GET', '/admin/users')).body.code).toBe('second_factor_required')
    passes(MINUTE_MS)
    const { body } = await visitor.ask('POST', '/users/sign_in', { user: { email: fay.email, password: PASSWORD } })
    const step = { ticket: body.ticket, code: linked.code() }
    const opened = await visitor.ask('POST', '/users/sign_in/second_step', step)
    expect(opened.body.staff_door).toBeUndefined()
    other.token = String(opened.headers.authorization)
    expect((await other.ask('GET', '/admin/users')).status).toBe(200)
  })

  it('The door is shut again once the last factor is removed', async () => {
    const { person } = await withApp(product, await unlocked('gwen', 'admin'))
    expect((await person.ask('POST', '/second_factors/app/removal', { current_password: PASSWORD })).status).toBe(200)
    expect((await person.ask('GET', '/admin/users')).body.code).toBe('second_factor_required')
  })

  it('The operator sees which staff have none, and removes what somebody has lost at once', async () => {
    const { person } = await withApp(product, await staff('hera', 'admin'))
    const rows = await listStaffFactors(ctx.db)
    expect(rows.find(({ email }) => email === person.email)).toMatchObject({ passkeys: '0', app: 'yes' })
    expect(rows[0]).toMatchObject({ passkeys: '0', app: 'no' })
    await ctx.db.begin((db) => takeLostFactors(db, person.id, ctx.now()))
    expect((await person.ask('GET', '/user')).status).toBe(401)
    expect((await person.signIn()).body.staff_door).toBe('shut')
    expect((await product.mailsTo(person.email)).map(({ subject }) => subject)).toContain(
      'Your second lock was removed',
    )
  })
})
