import { describe, expect, it, vi } from 'vitest'
import { PASSWORD, world } from '#tests/support/world.ts'

const argon2 = vi.hoisted(() => ({ verified: 0 }))
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  return {
    ...real,
    verify: (...input) => {
      argon2.verified += 1
      return real.verify(...input)
    },
  }
})

const { ctx, visitor, stranger, member } = await world()

function signIn(user: unknown) {
  return visitor.ask('POST', '/users/sign_in', { user })
}

describe('Refused sign-ins', () => {
  it.each([
    ['with nothing', undefined],
    ['with no user', {}],
    ['with an empty address', { user: { email: '', password: PASSWORD } }],
    // Spec 3.30
    ['with an empty password', { user: { email: 'a@example.com', password: '' } }],
    ['with a list for a password', { user: { email: 'a@example.com', password: [PASSWORD] } }],
    ['with 2,000 characters for a password', { user: { email: 'a@example.com', password: 'x'.repeat(2000) } }],
  ])('A sign-in %s is refused', async (_, body) => {
    expect((await visitor.ask('POST', '/users/sign_in', body)).status).toBe(422)
  })

  // Spec 3.33
  it('A wrong password and an unknown address are refused in the same words and after the same work', async () => {
    await stranger('known').signUp()
    argon2.verified = 0
    const wrong = await signIn({ email: 'known@example.com', password: 'not the password' })
    const workForKnown = argon2.verified
    const unknown = await signIn({ email: 'unknown@example.com', password: 'not the password' })
    expect(workForKnown).toBe(1)
    expect(argon2.verified).toBe(2 * workForKnown)
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ error: 'Wrong email or password', code: 'wrong_credentials' })
    expect(unknown.status).toBe(wrong.status)
    expect(unknown.text).toBe(wrong.text)
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort())
    expect(wrong.headers.authorization).toBeUndefined()
  })
})

describe('Signing in', () => {
  // Spec 3.2, 7.12
  it('Somebody who signs in gets their user and a token of 256 bits in a header that nobody may cache', async () => {
    await stranger('amy').signUp()
    const { status, body, headers } = await signIn({ email: ' AMY@example.com', password: PASSWORD })
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: 'amy@example.com', role: null, profile_id: null })
    expect(headers.authorization).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(headers['cache-control']).toBe('no-store')
  })

  // Spec 7.4
  it('A token is accepted as it is or after Bearer, and nothing similar is', async () => {
    const bob = await member('bob')
    const token = bob.token ?? ''
    const status = async (authorization: string) =>
      (await visitor.ask('GET', '/user', undefined, { headers: { authorization } })).status
    expect(await status(token)).toBe(200)
    expect(await status(`Bearer ${token}`)).toBe(200)
    expect(await status(`Basic ${token}`)).toBe(401)
    expect(await status(token.slice(1))).toBe(401)
    expect(await status(`${token}x`)).toBe(401)
    expect(await status('x'.repeat(5000))).toBe(401)
  })

  it('The database contains only the hash of a token', async () => {
    const cat = await member('cat')
    const rows = await ctx.db`select encode(token_hash, 'escape') as text, * from session_tokens`
    expect(JSON.stringify(rows)).not.toContain(cat.token)
  })

  it('Somebody may be signed in on several devices at once', async () => {
    const dan = stranger('dan')
    await dan.signUp()
    const replies = await Promise.all(Array.from({ length: 5 }, () => dan.signIn()))
    expect(new Set(replies.map(({ headers }) => headers.authorization)).size).toBe(5)
  })
})
