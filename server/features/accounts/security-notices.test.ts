import { describe, expect, it } from 'vitest'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const { ctx, stranger, visitor, mailsTo, eventsDuring } = await world()

async function newcomer(name: string): Promise<Person> {
  const person = stranger(name)
  await person.signUp()
  await person.signIn()
  return person
}

async function noticesOf({ id }: Person) {
  return [
    ...(await ctx.db`
      select kind, mailed_at is not null as is_mailed, push_at from member_notices where user_id = ${id} order by id`),
  ]
}

/** The token of the link in the last mail. */
async function lastToken(email: string): Promise<string> {
  return (await mailsTo(email)).at(-1)?.text?.match(/token=([\w-]{43})/)?.[1] ?? ''
}

describe('What happens to an account', () => {
  it('The first sign-in is no news, and one from another device is a notice beside its mail', async () => {
    const amy = await newcomer('amy')
    expect(await noticesOf(amy)).toEqual([])
    const user = { email: amy.email, password: PASSWORD }
    const other = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Firefox/144.0' } }
    const events = await eventsDuring(() => visitor.ask('POST', '/users/sign_in', { user }, other))
    expect(events).toContainEqual({ kind: 'notices_changed', user_ids: [amy.id] })
    expect(await noticesOf(amy)).toEqual([{ kind: 'new_sign_in', is_mailed: true, push_at: null }])
    const mails = (await mailsTo(amy.email)).filter(({ subject }) => subject === 'A new device signed in')
    expect(mails).toHaveLength(1)
    const [notice] = (await amy.ask('GET', '/notices')).body
    expect(notice).toMatchObject({ kind: 'new_sign_in', read: false })
  })

  it('A wrong password leaves no notice, and a changed one leaves one', async () => {
    const bea = await newcomer('bea')
    const change = { password: 'another long password', password_confirmation: 'another long password' }
    expect((await bea.ask('PUT', '/user/password', { ...change, current_password: 'wrong' })).status).not.toBe(200)
    expect(await noticesOf(bea)).toEqual([])
    expect((await bea.ask('PUT', '/user/password', { ...change, current_password: PASSWORD })).status).toBe(200)
    expect(await noticesOf(bea)).toEqual([{ kind: 'password_changed', is_mailed: true, push_at: null }])
  })

  it('A changed address is a notice once the new one is confirmed', async () => {
    const cat = await newcomer('cat')
    await cat.ask('PUT', '/user/email', { email: 'new-cat@example.com', current_password: PASSWORD })
    const token = await lastToken('new-cat@example.com')
    expect(await noticesOf(cat)).toEqual([])
    expect((await visitor.ask('POST', '/user/email/confirm', { token })).status).toBe(200)
    expect(await noticesOf(cat)).toEqual([{ kind: 'address_changed', is_mailed: true, push_at: null }])
  })
})
