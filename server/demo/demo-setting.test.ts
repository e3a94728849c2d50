import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openSession } from '#tests/support/database/account-rows.ts'
import { createEmptyDatabase } from '#tests/support/database/postgres.ts'
import { cableAddress, openSocket } from '#tests/support/network/cable-client.ts'
import { signInToDemo } from '#tests/support/scenarios/demo-people.ts'
import { type Person, world } from '#tests/support/world.ts'
import { applyDemoSetting, disabledDemoWarning } from './demo-setting.ts'
import { DEMO_EVERYBODY, DEMO_PASSWORD } from './people.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../db/migrations')

const one = await world({ DEMO: 'on' })
const { ctx, stranger, visitor, member } = one
const demo_off = { ...ctx, config: { ...ctx.config, demo: false } }

const signedIn = (name: string) => signInToDemo({ stranger }, name)

async function cableRefusal({ token }: Person): Promise<unknown> {
  const client = openSocket(await cableAddress(one.app), token)
  await expect.poll(() => client.news.length).toBeGreaterThan(0)
  return client.news[0]
}

const marks = async () =>
  (await ctx.db`select email, demo from users order by email`).map(({ email, demo }) => [email, demo])

describe('Databases with members', async () => {
  const real = await world({ DEMO: 'on' })
  const amy = await real.member('amy')

  it('A database with members gets no demo world although the demo is on, and the start names no demo accounts', async () => {
    expect(await applyDemoSetting(real.ctx)).toEqual({ accounts: 0, is_enabled: false })
    expect((await real.ctx.db`select id from users`).map(({ id }) => id)).toEqual([amy.id])
    expect((await real.stranger('x').signIn(DEMO_PASSWORD, 'admin@loge.test')).status).toBe(401)
  })

  it('A member cannot become a demo account', async () => {
    await expect(real.ctx.db`update users set demo = 'open' where id = ${amy.id}`).rejects.toThrow(
      'never becomes one of the demo world',
    )
  })
})

describe('Demo worlds', () => {
  it('A demo world is created where nobody has signed up yet, and each of its accounts is marked', async () => {
    expect(await applyDemoSetting(ctx)).toEqual({ accounts: DEMO_EVERYBODY.length, is_enabled: true })
    expect(await marks()).toEqual(DEMO_EVERYBODY.map(({ email }) => [email, 'open']).sort())
  })

  it('Somebody who signs up in a demo world is not marked as a demo account', async () => {
    const bob = stranger('bob')
    await bob.signUp()
    expect(await marks()).toContainEqual(['bob@example.com', null])
  })

  it('The demo world is still there at the next start, also beside members who have signed up since', async () => {
    expect(await applyDemoSetting(ctx)).toEqual({ accounts: DEMO_EVERYBODY.length, is_enabled: true })
    expect((await marks()).length).toBe(DEMO_EVERYBODY.length + 1)
  })
})

describe('Once the demo is off', () => {
  let cat: Person
  let admin: Person
  let picture = ''
  let reset_token = ''

  it('A start with the demo off warns of the demo accounts, with the command that removes them', async () => {
    cat = await member('cat')
    admin = await signedIn('admin')
    picture = (await admin.ask('GET', '/posts?username=margauxlenoir')).body.find(
      ({ file }: { file: string | null }) => file !== null,
    ).file
    expect((await visitor.fetch(picture)).status).toBe(200)
    await visitor.ask('POST', '/users/password', { user: { email: 'admin@loge.test' } })
    const [mail] = (await one.mails()).filter(({ to }) => to?.some(({ address }) => address === 'admin@loge.test'))
    reset_token = mail?.text?.match(/reset_password_token=([\w-]+)/)?.[1] ?? ''
    expect(reset_token).not.toBe('')
    const state = await applyDemoSetting(demo_off)
    expect(state).toEqual({ accounts: DEMO_EVERYBODY.length, is_enabled: false })
    expect(disabledDemoWarning(state)).toContain('npm run staff -- remove-demo')
    expect(disabledDemoWarning(state)).toContain(`${DEMO_EVERYBODY.length} accounts`)
    expect(disabledDemoWarning({ accounts: 0, is_enabled: false })).toBeUndefined()
  })

  it('Once the demo is off, signing in to a demo account is answered like a wrong password', async () => {
    const wrong = await stranger('x').signIn('a wrong password', cat.email)
    for (const { email } of DEMO_EVERYBODY) {
      const { status, body } = await stranger('x').signIn(DEMO_PASSWORD, email)
      expect([status, body]).toEqual([wrong.status, wrong.body])
    }
    expect(wrong.status).toBe(401)
  })

  it('Once the demo is off, a session of a demo account is refused, over HTTP and the live socket', async () => {
    expect((await admin.ask('GET', '/user')).status).toBe(401)
    expect((await admin.ask('GET', '/admin/users')).status).toBe(401)
    expect(await cableRefusal(admin)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
  })

  it('Once the demo is off, a session that an older process starts for a demo account is refused as well', async () => {
    const [row] = await ctx.db<{ id: string }[]>`select id from users where email = 'admin@loge.test'`
    const late = stranger('late')
    late.token = await openSession(ctx.db, { user_id: row?.id ?? '', user_agent: 'node', now: ctx.now() })
    expect((await late.ask('GET', '/user')).status).toBe(401)
    expect((await late.ask('GET', '/admin/users')).status).toBe(401)
    expect(await cableRefusal(late)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
  })

  it('Once the demo is off, staff find no post of the demo world among the reported ones', async () => {
    const open = await ctx.db`select from reports where dismissed_at is null`
    expect(open.length).toBeGreaterThan(0)
    await ctx.db`update users set role = 'moderator' where id = ${cat.id}`
    const { body, headers } = await cat.ask('GET', '/admin/reports')
    expect([body, headers['x-total-count'] ?? '0']).toEqual([[], '0'])
    await ctx.db`update users set role = null where id = ${cat.id}`
  })

  it('Once the demo is off, no password reset is mailed to a demo account, and an older link no longer works', async () => {
    const before = (await one.mails()).length
    expect((await visitor.ask('POST', '/users/password', { user: { email: 'admin@loge.test' } })).status).toBe(200)
    expect((await one.mails()).length).toBe(before)
    const user = {
      reset_password_token: reset_token,
      password: 'another long one',
      password_confirmation: 'another long one',
    }
    const dead = await visitor.ask('PUT', '/users/password', { user })
    expect(dead.status).toBe(422)
    expect(dead.body).toEqual(
      (await visitor.ask('PUT', '/users/password', { user: { ...user, reset_password_token: 'nonsense' } })).body,
    )
  })

  it('Once the demo is off, nobody sees what demo creators have published', async () => {
    expect((await cat.ask('GET', '/posts')).body).toEqual([])
    expect((await cat.ask('GET', '/stories')).body.stories).toEqual([])
    expect((await cat.ask('GET', '/profiles/margauxlenoir')).status).toBe(404)
    expect((await cat.ask('GET', '/creators?search=margaux')).text).not.toContain('margauxlenoir')
    expect((await visitor.ask('GET', '/landings')).body.featured_creators).toEqual([])
    expect((await visitor.fetch(picture)).status).toBe(404)
  })

  it('Once the demo is off, members sign in and stay signed in as before', async () => {
    expect((await cat.ask('GET', '/user')).status).toBe(200)
    expect((await stranger('bob').signIn()).status).toBe(200)
  })

  it('A demo that is turned on again shows its world to whoever signs in anew', async () => {
    expect(await applyDemoSetting(ctx)).toMatchObject({ is_enabled: true })
    expect((await admin.ask('GET', '/user')).status).toBe(401)
    expect((await (await signedIn('admin')).ask('GET', '/admin/users')).status).toBe(200)
    expect((await cat.ask('GET', '/profiles/margauxlenoir')).status).toBe(200)
    expect((await visitor.fetch(picture)).status).toBe(200)
  })
})

describe('Databases of an earlier version', () => {
  it('The migration marks the demo accounts of an earlier version, also one with another address by now, and nobody else', async () => {
    const database = await createEmptyDatabase()
    const earlier = await mkdtemp(path.join(tmpdir(), 'loge-earlier-'))
    const db = connect(database.url, { max: 1 })
    try {
      for (const name of (await readdir(MIGRATIONS)).filter((each) => each < '012'))
        await cp(path.join(MIGRATIONS, name), path.join(earlier, name))
      await migrate(database.url, earlier)
      const people = [
        ...DEMO_EVERYBODY.map(({ email }) => email),
        'amy@example.com',
        'fan@loge.test.example',
        'moved@example.com',
      ]
      for (const email of people)
        await db`
          insert into users (id, email, email_key, username, password_hash, created_at)
          values (gen_random_uuid(), ${email}, ${email}, ${email.replaceAll(/\W/g, '_')}, 'x', now())`
      await db`
        insert into ledger (id, payment_reference, subscription_id, creator_id, period, paid_at, price, vat_country,
          vat_percent, vat, charged, platform_fee, banking_fee, net, is_demo)
        select gen_random_uuid(), 'demo-1', gen_random_uuid(), id, 'day', now(), 100, 'FR', 0, 0, 100, 0, 0, 100, true
        from users where email = 'moved@example.com'`
      await migrate(database.url, MIGRATIONS)
      const marked = await db`select email from users where demo = 'closed' order by email`
      expect(marked.map(({ email }) => email)).toEqual(
        [...DEMO_EVERYBODY.map(({ email }) => email), 'moved@example.com'].sort(),
      )
      expect(await db`select from users where demo is null`).toHaveLength(2)
    } finally {
      await db.end()
      await database.drop()
      await rm(earlier, { recursive: true })
    }
  })
})
