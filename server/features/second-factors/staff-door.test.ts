import { describe, expect, it } from 'vitest'
import { endpointEntries } from '#contract/index.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { listStaffFactors } from '#server/store/second-factors/staff-factors.ts'
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

async function answersOf(person: Person) {
  const answers: Record<string, string> = {}
  for (const [name, { method, path }] of OF_STAFF) {
    const reply = await app.inject({
      method,
      url: `/api${path.replaceAll(/\{\w+\}/g, NOBODY)}`,
      headers: { authorization: person.token ?? '', 'content-type': 'application/json' },
      ...(method !== 'GET' && { payload: {} }),
    })
    answers[name] =
      `${reply.statusCode} ${reply.headers['content-type']?.toString().includes('json') ? reply.json().code : ''}`
  }
  return answers
}

describe('With STAFF_SECOND_FACTOR=required', () => {
  it('Every call of staff and admins is refused to a session without a second factor, with a code of its own', async () => {
    const answers = await answersOf(await unlocked('ada', 'admin'))
    expect(Object.keys(answers).length).toBeGreaterThan(40)
    for (const [name, answer] of Object.entries(answers)) expect(answer, name).toBe('403 second_factor_required')
  })

  it('With a second factor the same calls are not refused for the lack of one', async () => {
    for (const [name, answer] of Object.entries(await answersOf(await staff('bea', 'admin'))))
      expect(answer, name).not.toContain('second_factor_required')
  })

  it('A member is told that they are not allowed to, and a moderator without a factor the same of what admins do', async () => {
    const mod = await unlocked('cyd', 'moderator')
    expect((await mod.ask('GET', '/admin/users')).body.code).toBe('second_factor_required')
    expect((await mod.ask('GET', '/admin/factor_recoveries')).body.code).toBe('forbidden')
    const fan = await product.member('fan')
    expect((await fan.ask('GET', '/admin/users')).body.code).toBe('forbidden')
  })

  it('Calls that everybody may make give staff without a factor nothing more than any member', async () => {
    const amy = await creator('amy')
    const post = await amy.posts({ protected: true })
    await product.member('rep').then((rep) => rep.ask('POST', '/reports', { post_id: post.id, reason: 'Nudity' }))
    const shut = await unlocked('dot', 'admin')
    const open = await staff('eva', 'admin')
    const media = /\/media\/([0-9a-f-]{36})/
    const bytes = await ctx.db`select media_id from post_pictures where post_id = ${post.id}`.catch(() => [])
    expect(post.file ?? '').toMatch(media)
    expect(bytes).toBeDefined()
    expect((await shut.fetch(post.file ?? '')).status).not.toBe(200)
    const seen = await shut.ask('GET', `/posts/${post.id}`)
    expect(JSON.stringify(seen.body)).not.toContain('reports_count')
    expect((await open.ask('GET', '/admin/users')).status).toBe(200)
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
