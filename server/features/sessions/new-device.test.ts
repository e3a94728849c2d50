import { describe, expect, it } from 'vitest'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const { ctx, stranger, visitor, logs, ...product } = await world()
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const NEWER_FIREFOX = FIREFOX.replaceAll('145.0', '146.0')
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

/** Without the mail that confirms the address of a sign-up. */
async function mailsTo(email: string) {
  return (await product.mailsTo(email)).filter(({ text }) => !text?.includes('/confirm-email?token='))
}

function signIn({ email }: Person, user_agent: string, password = PASSWORD) {
  const headers = { 'user-agent': user_agent, 'accept-language': 'en' }
  return visitor.ask('POST', '/users/sign_in', { user: { email, password } }, { headers })
}

describe('New devices', () => {
  it('The first device of an account, and the same one with a newer version, cause no mail', async () => {
    const amy = stranger('amy')
    await amy.signUp()
    for (const user_agent of [FIREFOX, FIREFOX, NEWER_FIREFOX]) await signIn(amy, user_agent)
    expect(await mailsTo(amy.email)).toEqual([])
  })

  it('A sign-in with a wrong password causes no mail, and its device is not remembered', async () => {
    const bob = stranger('bob')
    await bob.signUp()
    await signIn(bob, FIREFOX)
    expect((await signIn(bob, IPHONE, 'wrong password')).status).toBe(401)
    expect(await mailsTo(bob.email)).toEqual([])
    await signIn(bob, IPHONE)
    expect(await mailsTo(bob.email)).toHaveLength(1)
  })

  it('A new device is reported by one mail: which device, when, and where to look', async () => {
    const cat = stranger('cat')
    await cat.signUp()
    await signIn(cat, FIREFOX)
    await Promise.all([signIn(cat, IPHONE), signIn(cat, IPHONE), signIn(cat, IPHONE)])
    const sent = await mailsTo(cat.email)
    expect(sent.map(({ subject }) => subject)).toEqual(['A new device signed in'])
    expect(sent[0]?.text).toContain('Safari on iPhone\n1 March 2026 at 12:00')
    expect(sent[0]?.text).toContain('http://loge.test/settings#sessions')
  })

  it('The mail about a new device is in the language of the account', async () => {
    const dan = stranger('dan')
    await dan.signUp()
    dan.token = String((await signIn(dan, FIREFOX)).headers.authorization)
    await dan.ask('PUT', '/user', { locale: 'fr' })
    await signIn(dan, IPHONE)
    const [mail] = await mailsTo(dan.email)
    expect(mail?.subject).toBe('Un nouvel appareil s’est connecté')
    expect(mail?.text).toContain('Safari sur iPhone\n1er mars 2026')
    expect(mail?.html).toContain('lang="fr"')
  })

  it('Nothing of a made-up user agent reaches the mail, the table or the queue', async () => {
    const eve = stranger('eve')
    await eve.signUp()
    await signIn(eve, FIREFOX)
    const { headers } = await signIn(eve, 'Firefox/1 <b>planted-name</b> https://evil.example')
    const [job] =
      await ctx.db`select data from pgboss.job where name = 'send_new_device' and data->>'user_id' = ${eve.id}`
    expect(job?.data).toMatchObject({ device: { browser: 'Firefox', system: null } })
    const [mail] = await mailsTo(eve.email)
    const known = await ctx.db`select device from known_devices where user_id = ${eve.id} order by device`
    expect(known.map(({ device }) => device)).toEqual(['Firefox', 'Firefox on Linux'])
    const written = JSON.stringify([job, mail, known, logs])
    expect(written).not.toContain('planted-name')
    expect(written).not.toContain(String(headers.authorization))
  })
})
