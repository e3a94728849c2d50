import { describe, expect, it } from 'vitest'
import { deletePendingEmailChange } from '#server/store/accounts/email-changes.ts'
import { lockUser, setPasswordHash } from '#server/store/accounts/users.ts'
import { countWaiting } from '#tests/support/database/lock-waits.ts'
import { askForAddress, emailChanges } from '#tests/support/scenarios/email-changes.ts'
import { PASSWORD, world } from '#tests/support/world.ts'

const product = await world()
const { ctx, member, creator, staff, visitor } = product
const { confirm, mailsTo, secretFor, addressOf, moves, resetsPassword } = emailChanges(product)

describe('Refused changes of the e-mail address', () => {
  it('A new address is refused without a session, without the current password, and when it is invalid', async () => {
    const amy = await member('amy')
    expect((await askForAddress(visitor, 'new@example.com')).status).toBe(401)
    expect((await askForAddress(amy, 'new@example.com', 'not my password')).body).toMatchObject({
      code: 'invalid',
      fields: { current_password: 'wrong' },
    })
    for (const odd of [undefined, null, '', 'nobody', 7, {}, `${'x'.repeat(260)}@example.com`, 'a\0b@example.com']) {
      expect((await askForAddress(amy, odd)).status).toBe(422)
    }
    expect((await amy.ask('GET', '/user')).status).toBe(200)
    expect(await mailsTo('new@example.com')).toEqual([])
  })

  it('A new address is refused when it is one’s own, in any case, or somebody else’s', async () => {
    const bob = await member('bob')
    await member('carl')
    expect((await askForAddress(bob, ' BOB@example.com ')).body).toMatchObject({
      code: 'invalid',
      fields: { email: 'same' },
    })
    expect((await askForAddress(bob, 'Carl@Example.com')).body).toMatchObject({
      code: 'email_taken',
      fields: { email: 'taken' },
    })
    expect(await mailsTo('carl@example.com')).toEqual([])
  })
})

describe('Changing the e-mail address', () => {
  it('Everyone may change their address, whatever their role', async () => {
    const people = [await member('r1'), await creator('r2'), await staff('r3', 'moderator'), await staff('r4', 'admin')]
    for (const [n, person] of people.entries())
      expect((await askForAddress(person, `role-${n}@example.com`)).status).toBe(200)
  })

  it('A new address is used once its link is followed, and the link works once; the old address is told', async () => {
    const dora = await member('dora')
    await dora.ask('PUT', '/user', { locale: 'fr' })
    const asked = await askForAddress(dora, ' Dora.New@example.com ')
    expect([asked.status, asked.body]).toEqual([200, {}])
    const token = await secretFor('Dora.New@example.com', 'confirm-email')
    expect((await mailsTo('Dora.New@example.com'))[0]?.subject).toBe('Confirmez votre nouvelle adresse')
    expect(await addressOf(dora)).toBe('dora@example.com')
    expect(await mailsTo('dora@example.com')).toEqual([])
    const done = await confirm(token)
    expect([done.status, done.body]).toEqual([200, {}])
    expect((await dora.ask('GET', '/user')).body.email).toBe('Dora.New@example.com')
    expect((await dora.signIn(PASSWORD, 'dora@example.com')).status).toBe(401)
    expect((await dora.signIn(PASSWORD, 'dora.new@example.com')).status).toBe(200)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
    const [told] = await mailsTo('dora@example.com')
    expect(told?.subject).toBe('Votre adresse a été changée')
    expect(told?.text).toContain('pendant 7 jours')
    expect(told?.text).not.toContain('Dora.New')
  })

  it('Only the link of the newest requested address works', async () => {
    const eve = await member('eve')
    await askForAddress(eve, 'eve-1@example.com')
    const older = await secretFor('eve-1@example.com', 'confirm-email')
    await askForAddress(eve, 'eve-2@example.com')
    expect((await confirm(older)).body.code).toBe('reset_token_invalid')
    expect((await confirm(await secretFor('eve-2@example.com', 'confirm-email'))).status).toBe(200)
    expect(await addressOf(eve)).toBe('eve-2@example.com')
    await Promise.all([3, 4, 5, 6].map((n) => askForAddress(eve, `eve-${n}@example.com`)))
    const [waiting] = await ctx.db`
      select count(*)::int from email_changes where user_id = ${eve.id} and confirmed_at is null`
    expect(waiting?.count).toBe(1)
  })

  it('An address that somebody else took meanwhile stays theirs', async () => {
    const fay = await member('fay')
    await askForAddress(fay, 'wanted@example.com')
    const token = await secretFor('wanted@example.com', 'confirm-email')
    await member('wanted')
    expect((await confirm(token)).body.code).toBe('email_taken')
    expect(await addressOf(fay)).toBe('fay@example.com')
  })

  it('Of two users who confirm the same address at once one gets it, and every link works once', async () => {
    const [gus, hal] = [await member('gus'), await member('hal')]
    await askForAddress(gus, 'both@example.com')
    const first = await secretFor('both@example.com', 'confirm-email')
    await askForAddress(hal, 'both@example.com')
    const second = await secretFor('both@example.com', 'confirm-email')
    const replies = await Promise.all([first, second, first, second, first].map(confirm))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.every(({ status }) => status === 200 || status === 422)).toBe(true)
    const owners = await ctx.db`select id from users where email_key = 'both@example.com'`
    expect(owners).toHaveLength(1)
  })

  it('A changed address invalidates password resets that were sent to the old one', async () => {
    const ida = await member('ida')
    await ida.ask('POST', '/users/password', { user: { email: ida.email } })
    const reset = (await mailsTo(ida.email)).at(-1)?.text?.match(/reset_password_token=([\w-]+)/)?.[1]
    await moves(ida, 'ida-new@example.com')
    const user = {
      reset_password_token: reset,
      password: 'another password',
      password_confirmation: 'another password',
    }
    expect((await visitor.ask('PUT', '/users/password', { user })).body.code).toBe('reset_token_invalid')
  })

  it('A new address that waits for confirmation is dropped when the password is reset', async () => {
    const jan = await member('jan')
    await askForAddress(jan, 'jan-new@example.com')
    const token = await secretFor('jan-new@example.com', 'confirm-email')
    await jan.ask('POST', '/users/password', { user: { email: jan.email } })
    expect((await resetsPassword(jan.email, 'another password')).status).toBe(200)
    expect((await confirm(token)).body.code).toBe('reset_token_invalid')
  })
})

describe('Races between a new address and a new password', () => {
  it('A new address is refused when the password changes at the same time, because the old password no longer counts', async () => {
    const kay = await member('kay')
    let reply: ReturnType<typeof askForAddress> | undefined
    await ctx.db.begin(async (db) => {
      await lockUser(db, kay.id)
      await setPasswordHash(db, kay.id, 'another')
      reply = askForAddress(kay, 'kay-new@example.com')
      // The request waits for this transaction, or was done before it.
      await Promise.race([reply, expect.poll(() => countWaiting(ctx.db), { timeout: 10_000 }).toBe(1)])
      await deletePendingEmailChange(db, kay.id)
    })
    expect((await reply)?.body).toMatchObject({ code: 'invalid', fields: { current_password: 'wrong' } })
    expect(await ctx.db`select 1 from email_changes where user_id = ${kay.id}`).toHaveLength(0)
  })
})

describe('Rate limits of new addresses', () => {
  it('A user may request five new addresses an hour, and try ten links in a quarter of an hour', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const rob = await limited.member('rob')
    for (let n = 0; n < 5; n += 1) expect((await askForAddress(rob, `rob-${n}@example.com`)).status).toBe(200)
    expect((await askForAddress(rob, 'rob-6@example.com')).status).toBe(429)
    for (let n = 0; n < 10; n += 1) {
      expect((await limited.visitor.ask('POST', '/user/email/confirm', { token: 'made-up' })).status).toBe(422)
    }
    for (const call of ['confirm', 'undo']) {
      expect((await limited.visitor.ask('POST', `/user/email/${call}`, { token: 'made-up' })).status).toBe(429)
    }
  })
})
