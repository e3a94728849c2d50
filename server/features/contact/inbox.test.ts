import { describe, expect, it } from 'vitest'
import type { ContactMessage } from '#contract/contact.ts'
import { insertContactMessage } from '#server/store/contact-messages.ts'
import { newId } from '#server/store/ids.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, passes, logs } = await world()
const admin = await staff('admin', 'admin')
const moderator = await staff('moderator', 'moderator')
const others = [moderator, await member('fan'), await creator('amy')]

const inbox = (query = '', by: Person = admin) => by.ask('GET', `/admin/contact_messages${query}`)
const mark = (id: string, body: unknown, by: Person = admin) => by.ask('PUT', `/admin/contact_messages/${id}`, body)
const erase = (id: string, by: Person = admin) => by.ask('DELETE', `/admin/contact_messages/${id}`)
const names = (body: ContactMessage[]) => body.map(({ name }) => name)

/** Stores a message, one second after the last one, and returns its id. */
async function arrives(part: Partial<Pick<ContactMessage, 'name' | 'email' | 'message' | 'locale'>>): Promise<string> {
  passes(1000)
  const id = newId(ctx.now())
  const email = part.email ?? 'amy@example.com'
  await insertContactMessage(ctx.db, {
    ...{ id, name: 'Amy', message: 'May I bring my dog?', locale: 'en', created_at: ctx.now() },
    ...part,
    ...{ email, email_key: email.toLowerCase() },
  })
  return id
}

const dog = await arrives({ name: 'Amy Lee', email: 'Amy.Lee@example.com' })
const seat = await arrives({
  name: 'Élodie',
  email: 'elo@exemple.fr',
  message: 'Ma place\nest déjà prise',
  locale: 'fr',
})
const formula = await arrives({ name: '=Ben', email: '+ben@example.com', message: '@SUM(1), "twice"' })

async function auditOf(action: string) {
  return (await admin.ask('GET', `/admin/audit?action=${action}`)).body
}

describe('Who may read contact messages', () => {
  it('Visitors, members, creators and moderators cannot read, download, mark or erase contact messages', async () => {
    expect((await inbox('', visitor)).status).toBe(401)
    for (const person of others) {
      for (const query of ['', '?format=csv']) expect((await inbox(query, person)).status).toBe(403)
      expect((await mark(dog, { answered: true }, person)).status).toBe(403)
      expect((await erase(dog, person)).status).toBe(403)
    }
    expect((await inbox('?state=open')).body).toHaveLength(3)
    expect(await auditOf('contact_exported')).toEqual([])
  })

  it.each(['?state=lost', '?cursor=7', '?format=xml', `?q=${'x'.repeat(201)}`])(
    'A list of contact messages with %s is refused',
    async (query) => {
      expect((await inbox(query)).status).toBe(422)
    },
  )

  it('A message that does not exist cannot be marked or erased', async () => {
    for (const { status } of [await mark(NOBODY, { answered: true }), await erase(NOBODY)]) expect(status).toBe(404)
    for (const { status } of [await mark('7', { answered: true }), await erase('7')]) expect(status).toBe(404)
    expect(await auditOf('contact_erased')).toEqual([])
  })

  it.each([undefined, {}, { answered: 'yes' }, { answered: null }])(
    'A message that is marked with %j stays as it is',
    async (body) => {
      expect((await mark(dog, body)).status).toBe(422)
      expect((await inbox('?state=answered')).body).toEqual([])
    },
  )
})

describe('The list of contact messages', () => {
  it('Admins read contact messages newest first, with their language and whether they were answered', async () => {
    const { status, body } = await inbox()
    expect(status).toBe(200)
    expect(names(body)).toEqual(['=Ben', 'Élodie', 'Amy Lee'])
    expect(body[1]).toEqual({
      id: seat,
      name: 'Élodie',
      email: 'elo@exemple.fr',
      message: 'Ma place\nest déjà prise',
      locale: 'fr',
      created_at: expect.any(String),
      answered_at: null,
    })
  })

  it.each([
    ['AMY.lee@', ['Amy Lee']],
    ['deja', ['Élodie']],
    ['place est', ['Élodie']],
    ['elodie prise', ['Élodie']],
    ['elodie dog', []],
    ['example', ['=Ben', 'Amy Lee']],
    ['%', []],
    ['  ', ['=Ben', 'Élodie', 'Amy Lee']],
    ['do', ['Amy Lee']],
  ])('A search for %j finds the messages of %j', async (words, expected) => {
    const { status, body } = await inbox(`?q=${encodeURIComponent(words)}&state=`)
    expect([status, names(body)]).toEqual([200, expected])
  })

  it('The pages of contact messages follow each other with their filter, and no message is missing', async () => {
    for (let index = 0; index < 64; index += 1) await arrives({ name: `N${index}`, message: 'A flood' })
    const seen: string[] = []
    let query = '?q=flood&state=open'
    while (query !== '') {
      const { body, headers } = await inbox(query)
      seen.push(...names(body))
      expect(body.length).toBeLessThanOrEqual(30)
      query = /<(\?[^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1] ?? ''
      if (query) expect(query).toContain('state=open&q=flood&')
    }
    expect(seen).toEqual(Array.from({ length: 64 }, (_, index) => `N${63 - index}`))
    await ctx.db`delete from contact_messages where message = 'A flood'`
  })
})

describe('Answered contact messages', () => {
  it('An admin marks a message as answered; doing it twice keeps the first time', async () => {
    const { status, body } = await mark(dog, { answered: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: dog, answered_at: ctx.now().toISOString() })
    passes(5000)
    expect((await mark(dog, { answered: true })).body).toEqual(body)
    expect(names((await inbox('?state=answered')).body)).toEqual(['Amy Lee'])
    expect(names((await inbox('?state=open')).body)).toEqual(['=Ben', 'Élodie'])
  })

  it('An answered message can be opened again, and nothing but the mark changes', async () => {
    const [before] = await ctx.db`select * from contact_messages where id = ${dog}`
    expect((await mark(dog, { answered: false })).body.answered_at).toBeNull()
    expect((await mark(dog, { answered: false })).status).toBe(200)
    expect((await ctx.db`select * from contact_messages where id = ${dog}`)[0]).toEqual({
      ...before,
      answered_at: null,
    })
  })
})

describe('Contact messages as a file', () => {
  it('An admin downloads contact messages as CSV, a cell cannot be a formula, and the download is audited', async () => {
    await mark(seat, { answered: true })
    const reply = await inbox('?format=csv&state=open')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="loge-contact-\d{4}-\d\d-\d\d\.csv"$/)
    expect(reply.text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').split('\r\n')).toEqual([
      'created_at,name,email,locale,message,mailed_at,answered_at,id',
      `TIME,'=Ben,'+ben@example.com,en,"'@SUM(1), ""twice""",,,${formula}`,
      `TIME,Amy Lee,Amy.Lee@example.com,en,May I bring my dog?,,,${dog}`,
      '',
    ])
    expect(await auditOf('contact_exported')).toHaveLength(1)
  })

  it('The file has every message, however many pages there are', async () => {
    await ctx.db`
      insert into contact_messages (id, name, email, email_key, message, locale, created_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Row', 'r@b.cc', 'r@b.cc', 'many', 'en', now()
      from generate_series(1, 1200) n`
    const { text } = await inbox('?format=csv&q=many')
    expect(text.trimEnd().split('\r\n')).toHaveLength(1201)
    await ctx.db`delete from contact_messages where message = 'many'`
  })

  it('No file is sent if its download cannot be audited', async () => {
    await ctx.db`alter table audit_log add constraint is_full check (false) not valid`
    const { status, text } = await inbox('?format=csv')
    await ctx.db`alter table audit_log drop constraint is_full`
    expect(status).toBe(500)
    expect(text).not.toContain('Amy')
  })
})

describe('Erased contact messages', () => {
  it('No message is erased if that cannot be audited', async () => {
    await ctx.db`alter table audit_log add constraint is_full check (false) not valid`
    expect((await erase(seat)).status).toBe(500)
    await ctx.db`alter table audit_log drop constraint is_full`
    expect(names((await inbox()).body)).toContain('Élodie')
  })

  it('An admin erases a message once, and the audit log has its id and nothing of its content', async () => {
    const replies = await Promise.all([erase(seat), erase(seat), erase(seat)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(names((await inbox()).body)).toEqual(['=Ben', 'Amy Lee'])
    const entries = [...(await ctx.db`select * from audit_log where action = 'contact_erased'`)]
    expect(entries).toMatchObject([{ staff_id: admin.id, user_id: admin.id, details: { message_id: seat } }])
    expect(JSON.stringify(entries)).not.toMatch(/lodie|exemple|prise/)
  })

  it('What admins read, search and erase is never written to the log', async () => {
    expect(logs.join('')).toContain('"route":"/api/admin/contact_messages"')
    for (const text of ['Amy.Lee', 'exemple.fr', 'bring my dog', 'elodie prise'])
      expect(logs.join('')).not.toContain(text)
  })
})
