import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { cableAddress, connectCable } from '#tests/support/network/cable-client.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const { ctx, app, visitor, member, creator, staff, stranger, subscribe, passes, mailsTo, runJob, anotherDevice } =
  await world()

function requestDeletion(person: Person, current_password: unknown = PASSWORD) {
  return person.ask('POST', '/user/deletion', { current_password })
}

async function rows(id: string) {
  return [...(await ctx.db`select erased_at, username is null as is_erased from users where id = ${id}`)]
}

async function eraseDue(): Promise<void> {
  await runJob('erase_accounts')
}

describe('Requesting the deletion of an account', () => {
  it('A deletion is refused without a token', async () => {
    expect((await requestDeletion(visitor)).status).toBe(401)
  })

  it('A deletion is refused without the current password, and the account stays', async () => {
    const amy = await member('amy')
    for (const password of [undefined, null, '', 7, {}, 'x'.repeat(1001)]) {
      expect((await amy.ask('POST', '/user/deletion', { current_password: password })).status).toBe(422)
    }
    const { status, body } = await requestDeletion(amy, 'not my password')
    expect([status, body.code, body.fields]).toEqual([422, 'invalid', { current_password: 'wrong' }])
    expect((await amy.ask('GET', '/user')).status).toBe(200)
    expect(await rows(amy.id)).toEqual([{ erased_at: null, is_erased: false }])
  })

  it.each(['member', 'creator', 'moderator', 'admin'] as const)(
    'A %s who deletes their account is told when it will be erased, and is signed out',
    async (role) => {
      const name = `leaving-${role}`
      const person =
        role === 'member' ? await member(name) : role === 'creator' ? await creator(name) : await staff(name, role)
      const phone = await anotherDevice(name)
      const { status, body } = await requestDeletion(person)
      expect(status).toBe(200)
      expect(body).toEqual({ erased_at: new Date(ctx.now().getTime() + 14 * DAY_MS).toISOString() })
      for (const device of [person, phone]) expect((await device.ask('GET', '/user')).status).toBe(401)
    },
  )

  it('Who deletes their account loses every socket', async () => {
    const bob = await member('bob')
    const url = await cableAddress(app)
    const socket = await connectCable(url, (await anotherDevice('bob')).token)
    await requestDeletion(bob)
    await expect.poll(() => socket.close_code, { timeout: 10_000 }).toBe(1000)
  })

  it('Who deletes their account is mailed the end of the grace period, in their language', async () => {
    const cat = await member('cat')
    await cat.ask('PUT', '/user', { locale: 'fr' })
    await requestDeletion(cat)
    const [mail, ...others] = await mailsTo(cat.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Votre compte sera supprimé')
    expect(mail?.text).toContain('15 mars 2026')
    expect(mail?.text).toContain('http://loge.test/login')
  })

  it('No mail is sent to who has already cancelled the deletion', async () => {
    const dan = await member('dan')
    await requestDeletion(dan)
    await dan.signIn()
    expect(await mailsTo(dan.email)).toEqual([])
  })
})

describe('Signing in during the grace period', () => {
  it('Who signs in within 14 days cancels the deletion, and is told so once', async () => {
    const eve = await creator('eve')
    await requestDeletion(eve)
    passes(14 * DAY_MS - 1)
    expect((await eve.signIn('not my password')).status).toBe(401)
    expect((await eve.signIn()).body.was_leaving).toBe(true)
    expect((await eve.signIn()).body.was_leaving).toBe(false)
    passes(DAY_MS)
    await eraseDue()
    expect((await eve.ask('GET', '/user')).status).toBe(200)
  })

  it('Who signs in with a password that was reset meanwhile cancels the deletion', async () => {
    const fay = await member('fay')
    await requestDeletion(fay)
    await visitor.ask('POST', '/users/password', { user: { email: fay.email } })
    const texts = (await mailsTo(fay.email)).map(({ text = '' }) => text)
    const token = texts.join('\n').match(/reset_password_token=([\w-]+)/)?.[1]
    const password = 'another good password'
    const user = { reset_password_token: token, password, password_confirmation: password }
    expect((await visitor.ask('PUT', '/users/password', { user })).status).toBe(200)
    expect((await fay.signIn(password)).body.was_leaving).toBe(true)
    expect((await fay.ask('GET', '/user')).status).toBe(200)
  })

  it('Many sign-ins at once cancel a deletion once', async () => {
    const gus = await member('gus')
    await requestDeletion(gus)
    const answers = await Promise.all(Array.from({ length: 6 }, () => stranger('gus').signIn()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(answers.filter(({ body }) => body.was_leaving)).toHaveLength(1)
  })

  it('A sign-in after 14 days is refused, whether the erasure has run or not', async () => {
    const hal = await member('hal')
    await requestDeletion(hal)
    passes(14 * DAY_MS)
    expect((await hal.signIn()).status).toBe(401)
    await eraseDue()
    expect((await hal.signIn()).status).toBe(401)
    expect(await rows(hal.id)).toMatchObject([{ is_erased: true }])
  })
})

describe('The erasure', () => {
  it('An account is erased once, and not before the end of its grace period', async () => {
    const [ida, jim] = [await member('ida'), await member('jim')]
    await requestDeletion(ida)
    passes(DAY_MS)
    await requestDeletion(jim)
    passes(13 * DAY_MS)
    await eraseDue()
    await Promise.all([eraseDue(), eraseDue()])
    expect(await rows(ida.id)).toMatchObject([{ is_erased: true }])
    expect(await rows(jim.id)).toMatchObject([{ is_erased: false }])
    expect((await jim.signIn()).status).toBe(200)
  })

  it('An erasure that was interrupted is completed by the next run, also when files are gone and rows are not', async () => {
    const kim = await creator('kim')
    await kim.posts()
    await requestDeletion(kim)
    passes(14 * DAY_MS)
    const { forget } = ctx.mail
    ctx.mail.forget = () => Promise.reject(new Error('the disk is gone'))
    await expect(eraseDue()).rejects.toThrow('the disk is gone')
    expect(await rows(kim.id)).toMatchObject([{ is_erased: false }])
    ctx.mail.forget = forget
    await eraseDue()
    expect(await rows(kim.id)).toMatchObject([{ is_erased: true }])
    expect([...(await ctx.db`select from media where owner_id = ${kim.id}`)]).toEqual([])
  })

  it('An erased account leaves its address and its username free for others', async () => {
    const lea = await member('lea')
    await lea.ask('PUT', '/user', { username: 'lea-name' })
    await requestDeletion(lea)
    expect((await stranger('lea').signUp()).status).toBe(422)
    passes(14 * DAY_MS)
    await eraseDue()
    const another = await member('lea')
    expect(another.id).not.toBe(lea.id)
    expect((await another.ask('PUT', '/user', { username: 'lea-name' })).status).toBe(200)
  })

  it('The erasure finds contact messages under a former address, although sweeps ran in between', async () => {
    const una = await member('una')
    const [before, email] = [una.email, 'una-new@example.com']
    await visitor.ask('POST', '/contact', { name: 'Una', email: before, message: 'Before' })
    await una.ask('PUT', '/user/email', { email, current_password: PASSWORD })
    const [mail] = await mailsTo(email)
    const token = mail?.text?.match(/token=([\w-]+)/)?.[1]
    expect((await visitor.ask('POST', '/user/email/confirm', { token })).status).toBe(200)
    passes(6 * DAY_MS)
    await requestDeletion(una)
    for (let day = 0; day < 14; day += 1) {
      passes(DAY_MS)
      await runJob('sweep_accounts')
    }
    await eraseDue()
    expect(await rows(una.id)).toMatchObject([{ is_erased: true }])
    expect([...(await ctx.db`select from contact_messages where email_key = ${before}`)]).toEqual([])
  })

  it('The erasure removes the likes of an account, and the counts stay exact', async () => {
    const [max, ned, amy] = [await member('max'), await member('ned'), await creator('amy-b')]
    const post = await amy.posts()
    for (const fan of [max, ned]) await fan.ask('POST', '/like', { post_id: post.id })
    await requestDeletion(max)
    passes(14 * DAY_MS)
    await eraseDue()
    await amy.signIn()
    const [listed] = (await amy.ask('GET', '/posts')).body
    expect([listed.id, listed.likes_count]).toEqual([post.id, 1])
  })

  it('The erasure keeps messages for the other participant, without a name, and closes the conversation', async () => {
    const [fan, amy] = [await member('ola'), await creator('amy-c')]
    await subscribe(fan, amy)
    const { id, messages } = await fan.writes(amy, 'What stays')
    await fan.ask('POST', `/conversations/${id}/messages/${messages[0]?.id}/reactions`, { emoji: '🔥' })
    await requestDeletion(fan)
    passes(14 * DAY_MS)
    await eraseDue()
    await amy.signIn()
    const { body } = await amy.ask('GET', `/conversations/${id}`)
    expect(body.initiator).toEqual({ username: 'member', is_deleted: true })
    expect(body).toMatchObject({ can_send_messages: false, is_closed: true })
    expect(body.messages).toMatchObject([
      { content: 'What stays', sender: 'member', sender_id: fan.id, reactions: { counts: { '🔥': 1 } } },
    ])
    expect((await amy.ask('POST', `/conversations/${id}/messages`, { content: 'Hello?' })).status).toBe(403)
    await requestDeletion(amy)
    passes(14 * DAY_MS)
    await eraseDue()
    expect([...(await ctx.db`select from conversations where id = ${id}`)]).toEqual([])
  })
})

describe('Rate limits of the current password', () => {
  it('Guesses of the current password are limited for deletions too, and do not prevent signing in', async () => {
    const { config } = ctx
    config.rate_limits = true
    const pia = await member('pia')
    for (let guess = 0; guess < 10; guess += 1) expect((await requestDeletion(pia, `guess ${guess}`)).status).toBe(422)
    expect((await requestDeletion(pia)).status).toBe(429)
    expect((await pia.signIn()).status).toBe(200)
    for (let guess = 0; guess < 10; guess += 1) await requestDeletion(pia, `guess ${guess}`)
    expect((await requestDeletion(pia)).status).toBe(429)
    passes(15 * MINUTE_MS)
    expect((await requestDeletion(pia)).status).toBe(200)
    expect((await pia.signIn()).status).toBe(200)
    config.rate_limits = false
  })
})

describe('Rate limits of deletions', () => {
  it('An account can be deleted five times an hour, because each deletion sends a mail', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const bea = await limited.member('bea')
    for (let n = 0; n < 5; n += 1) {
      expect((await requestDeletion(bea)).status).toBe(200)
      await bea.signIn()
    }
    expect((await requestDeletion(bea)).status).toBe(429)
    expect((await bea.ask('GET', '/user')).status).toBe(200)
  })
})
