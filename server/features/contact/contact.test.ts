import { describe, expect, it, vi } from 'vitest'
import { world } from '#tests/support/world.ts'

const { ctx, visitor, passes, mails, logs } = await world()
const LETTER = { name: 'Amy', email: 'amy@example.com', message: 'May I bring my dog?' }

/** Each a moment after the one before it. */
function send(body: unknown, language = 'en') {
  passes(1)
  return visitor.ask('POST', '/contact', body, { headers: { 'accept-language': language } })
}

function rows() {
  return ctx.db`select * from contact_messages order by id`
}

async function latest() {
  return (await rows()).at(-1)
}

describe('A visitor who writes to us is refused', () => {
  it.each([
    ['with no body', undefined],
    ['with an empty object', {}],
    ['with a list for a body', [LETTER]],
    ['with a text for a body', '"hello"'],
  ])('%s', async (_, body) => {
    const { status, body: answer } = await send(body)
    expect(status).toBe(422)
    expect(answer).toMatchObject({ error: expect.any(String), code: 'invalid' })
  })

  // Spec 2.24, 5.24
  it.each<[string, unknown]>([
    ...['name', 'email', 'message'].flatMap((field) =>
      [undefined, null, '', '  \t \n ', 7, true, [], {}, ['x']].map((value): [string, unknown] => [field, value]),
    ),
    ['name', '\u200b\u200d'],
    ['name', 'x'.repeat(201)],
    ['message', '\u0007\u001b\r\n'],
    ['message', 'x'.repeat(5001)],
    ['email', 'nobody'],
    ['email', 'amy@example'],
    ['email', 'amy@example.com, bob@example.com'],
    ['email', 'amy@example.com\nBcc: bob@example.com'],
    ['website', 7],
  ])('with the %s %j, and told that it is this field', async (field, value) => {
    const { status, body } = await send({ ...LETTER, [field]: value })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
  })

  it('in words that a person understands', async () => {
    const { body } = await send({ ...LETTER, name: ' ' })
    expect(body).toEqual({ error: 'name is invalid', code: 'invalid', fields: { name: 'is invalid' } })
  })

  it('with NUL in a text', async () => {
    for (const field of ['name', 'message'] as const)
      expect((await send({ ...LETTER, [field]: 'a\0b' })).status).toBe(422)
  })

  it('with a message of a megabyte', async () => {
    expect((await send({ ...LETTER, message: 'x'.repeat(1_000_000) })).status).toBe(413)
  })

  it('and after all of these nothing is kept', async () => {
    expect(await rows()).toEqual([])
  })
})

describe('A machine that fills in the field nobody sees', () => {
  it('is thanked, and nothing is kept', async () => {
    const { status, body } = await send({ ...LETTER, website: 'https://spam.example' })
    expect(status).toBe(201)
    expect(body).toEqual({})
    expect(await rows()).toEqual([])
  })
})

describe('A visitor who writes to us', () => {
  // Spec 2.26, 7.49
  it('finds it kept, with the language they read the page in', async () => {
    const { status, body } = await send({ ...LETTER, email: ' Amy@Example.com ', website: '', id: 'x' }, 'fr')
    expect(status).toBe(201)
    expect(body).toEqual({})
    expect(await latest()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'Amy',
      email: 'Amy@Example.com',
      email_key: 'amy@example.com',
      message: 'May I bring my dog?',
      locale: 'fr',
      created_at: ctx.now(),
      mailed_at: null,
    })
  })

  it('keeps their lines and tabs; what nobody types is dropped, and a name is one line', async () => {
    await send({
      ...LETTER,
      name: ' Amy\r\n\tLee\u0007 ',
      message: '\r\n One\r\n\ttwo\rthree\u001b',
    })
    expect(await latest()).toMatchObject({ name: 'Amy Lee', message: 'One\n\ttwo\nthree' })
  })

  it('may fill every field to its end, emoji counted as one', async () => {
    const { status } = await send({ ...LETTER, name: '🎭'.repeat(200), message: '🎭'.repeat(5000) })
    expect(status).toBe(201)
    expect((await latest())?.message).toBe('🎭'.repeat(5000))
  })

  it('may write half of a character; it is kept as the mark for an unreadable one', async () => {
    expect((await send({ ...LETTER, message: 'half \ud83c of it' })).status).toBe(201)
    expect((await latest())?.message).toBe('half \ufffd of it')
  })

  it('where nobody set CONTACT_EMAIL, is kept for who looks, and no mail goes out', async () => {
    await send(LETTER)
    expect(await mails()).toEqual([])
    expect(await latest()).toMatchObject({ mailed_at: null })
  })

  it('is heard also when nothing can be put into the queue', async () => {
    const queue = vi.spyOn(ctx.jobs, 'send').mockRejectedValue(new Error('the queue is away'))
    const { status } = await send({ ...LETTER, message: 'Is anybody there?' })
    queue.mockRestore()
    expect(status).toBe(201)
    expect((await latest())?.message).toBe('Is anybody there?')
    expect(logs.join('')).toContain('the queue is away')
  })
})

describe('A message', () => {
  it('is in no line of the log, kept or refused', async () => {
    const secret = 'planted words'
    await send({ ...LETTER, message: secret })
    await send({ ...LETTER, message: secret, email: 'nobody' })
    await send({ ...LETTER, message: secret.repeat(500) })
    await send(`{"message": "${secret}`)
    await ctx.db`alter table contact_messages rename to contact_messages_away`
    expect((await send({ ...LETTER, message: secret })).status).toBe(500)
    await ctx.db`alter table contact_messages_away rename to contact_messages`
    expect(logs.join('')).toContain('"route":"/api/contact"')
    for (const text of [secret, LETTER.email]) expect(logs.join('')).not.toContain(text)
  })

  it('is gone 12 months after it was written, not before', async () => {
    await send({ ...LETTER, message: 'An old one' })
    const messages = async () => (await rows()).map(({ message }) => message)
    const until = new Date(ctx.now())
    until.setUTCMonth(until.getUTCMonth() + 12)
    passes(until.getTime() - ctx.now().getTime() - 2)
    await send({ ...LETTER, message: 'A new one' })
    const sweep = async () => {
      await ctx.jobs.send('sweep_visitors', {})
      await ctx.jobs.runDue()
    }
    await sweep()
    expect(await messages()).toContain('An old one')
    passes(1)
    await sweep()
    expect(await messages()).toEqual(['A new one'])
  })
})
