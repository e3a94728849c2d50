import { describe, expect, it, vi } from 'vitest'
import { world } from '#tests/support/world.ts'

const { ctx, visitor, passes, mails, logs, runJob } = await world()
const MESSAGE = { name: 'Amy', email: 'amy@example.com', message: 'May I bring my dog?' }

/** Sends each message one millisecond after the one before it. */
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

describe('Refused contact messages', () => {
  it.each([
    ['with no body', undefined],
    ['with an empty object', {}],
    ['with a list for a body', [MESSAGE]],
    ['with a text for a body', '"hello"'],
  ])('A contact message %s is refused', async (_, body) => {
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
  ])('A contact message with the %s %j is refused, and the answer names this field', async (field, value) => {
    const { status, body } = await send({ ...MESSAGE, [field]: value })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
  })

  it('A refused contact message is explained in words that a person understands', async () => {
    const { body } = await send({ ...MESSAGE, name: ' ' })
    expect(body).toEqual({ error: 'name is invalid', code: 'invalid', fields: { name: 'is invalid' } })
  })

  it('A contact message that contains NUL is refused', async () => {
    for (const field of ['name', 'message'] as const)
      expect((await send({ ...MESSAGE, [field]: 'a\0b' })).status).toBe(422)
  })

  it('A contact message of a megabyte is refused', async () => {
    expect((await send({ ...MESSAGE, message: 'x'.repeat(1_000_000) })).status).toBe(413)
  })

  it('Refused contact messages are not stored', async () => {
    expect(await rows()).toEqual([])
  })
})

describe('The honeypot field', () => {
  it('A bot that fills in the hidden field gets the usual answer, and nothing is stored', async () => {
    const { status, body } = await send({ ...MESSAGE, website: 'https://spam.example' })
    expect(status).toBe(201)
    expect(body).toEqual({})
    expect(await rows()).toEqual([])
  })
})

describe('Contact messages', () => {
  // Spec 2.26, 7.49
  it('A contact message is stored, with the language of the page', async () => {
    const { status, body } = await send({ ...MESSAGE, email: ' Amy@Example.com ', website: '', id: 'x' }, 'fr')
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
      answered_at: null,
      plain_words: 'amy amy@example.com may i bring my dog?',
    })
  })

  it('A contact message keeps its lines and tabs; control characters are dropped, and a name is one line', async () => {
    await send({
      ...MESSAGE,
      name: ' Amy\r\n\tLee\u0007 ',
      message: '\r\n One\r\n\ttwo\rthree\u001b',
    })
    expect(await latest()).toMatchObject({ name: 'Amy Lee', message: 'One\n\ttwo\nthree' })
  })

  it('A contact message may fill every field up to its limit, emoji counted as one', async () => {
    const { status } = await send({ ...MESSAGE, name: '🎭'.repeat(200), message: '🎭'.repeat(5000) })
    expect(status).toBe(201)
    expect((await latest())?.message).toBe('🎭'.repeat(5000))
  })

  it('A lone surrogate in a contact message is replaced by U+FFFD', async () => {
    expect((await send({ ...MESSAGE, message: 'half \ud83c of it' })).status).toBe(201)
    expect((await latest())?.message).toBe('half \ufffd of it')
  })

  it('A contact message is stored and not mailed where CONTACT_EMAIL is not set', async () => {
    await send(MESSAGE)
    expect(await mails()).toEqual([])
    expect(await latest()).toMatchObject({ mailed_at: null })
  })

  it('A contact message is stored also when nothing can be queued', async () => {
    const queue = vi.spyOn(ctx.jobs, 'send').mockRejectedValue(new Error('the queue is away'))
    const { status } = await send({ ...MESSAGE, message: 'Is anybody there?' })
    queue.mockRestore()
    expect(status).toBe(201)
    expect((await latest())?.message).toBe('Is anybody there?')
    expect(logs.join('')).toContain('the queue is away')
  })
})

describe('Privacy of contact messages', () => {
  it('A contact message is never written to the log, accepted or refused', async () => {
    const secret = 'planted words'
    await send({ ...MESSAGE, message: secret })
    await send({ ...MESSAGE, message: secret, email: 'nobody' })
    await send({ ...MESSAGE, message: secret.repeat(500) })
    await send(`{"message": "${secret}`)
    await ctx.db`alter table contact_messages rename to contact_messages_away`
    expect((await send({ ...MESSAGE, message: secret })).status).toBe(500)
    await ctx.db`alter table contact_messages_away rename to contact_messages`
    expect(logs.join('')).toContain('"route":"/api/contact"')
    for (const text of [secret, MESSAGE.email]) expect(logs.join('')).not.toContain(text)
  })

  it('A contact message is deleted 12 months after it was written, not before', async () => {
    await send({ ...MESSAGE, message: 'An old one' })
    const messages = async () => (await rows()).map(({ message }) => message)
    const until = new Date(ctx.now())
    until.setUTCMonth(until.getUTCMonth() + 12)
    passes(until.getTime() - ctx.now().getTime() - 2)
    await send({ ...MESSAGE, message: 'A new one' })
    const sweep = async () => {
      await runJob('sweep_visitors')
    }
    await sweep()
    expect(await messages()).toContain('An old one')
    passes(1)
    await sweep()
    expect(await messages()).toEqual(['A new one'])
  })
})
