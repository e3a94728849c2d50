import { describe, expect, it } from 'vitest'
import type { NewsletterAddress } from '#contract/newsletter.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, passes, logs } = await world()
const admin = await staff('admin', 'admin')
const others = [await staff('moderator', 'moderator'), await member('fan'), await creator('amy')]

const list = (query = '', by: Person = admin) => by.ask('GET', `/admin/newsletter${query}`)
const erase = (id: string, by: Person = admin) => by.ask('DELETE', `/admin/newsletter/${id}`)
const emails = (body: NewsletterAddress[]) => body.map(({ email }) => email)

/** Signs an address up, one second after the last one. */
async function joins(email: string, part: object = {}, language = 'en') {
  passes(1000)
  await visitor.ask('POST', '/newsletter', { email, ...part }, { headers: { 'accept-language': language } })
}

async function confirms(email_key: string) {
  passes(1000)
  await ctx.db`update newsletter_addresses set confirmed_at = ${ctx.now()} where email_key = ${email_key}`
}

await joins('Amy@example.com', { isInterestedInCreating: true })
await joins('waiting@exemple.fr', {}, 'fr')
await joins('=1+1@example.com')
for (const email_key of ['amy@example.com', '=1+1@example.com']) await confirms(email_key)
const [, waiting, amy] = (await list()).body as NewsletterAddress[]

async function auditOf(action: string) {
  return (await admin.ask('GET', `/admin/audit?action=${action}`)).body
}

describe('Who may see newsletter addresses', () => {
  it('Visitors, members, creators and moderators cannot see, download or erase newsletter addresses', async () => {
    expect((await list('', visitor)).status).toBe(401)
    for (const person of others) {
      for (const query of ['', '?format=csv']) expect((await list(query, person)).status).toBe(403)
      expect((await erase(amy?.id ?? '', person)).status).toBe(403)
    }
    expect((await list()).body).toHaveLength(3)
    expect(await auditOf('newsletter_exported')).toEqual([])
  })

  it.each(['?state=lost', '?cursor=7', '?format=xml', `?q=${'x'.repeat(201)}`])(
    'A list of newsletter addresses with %s is refused',
    async (query) => {
      expect((await list(query)).status).toBe(422)
    },
  )

  it('An address that does not exist cannot be erased', async () => {
    expect((await erase(NOBODY)).status).toBe(404)
    expect((await erase('amy@example.com')).status).toBe(404)
    expect(await auditOf('newsletter_erased')).toEqual([])
  })
})

describe('The list of newsletter addresses', () => {
  it('Admins see newsletter addresses newest first, with language, wish, and whether they are confirmed', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(emails(body)).toEqual(['=1+1@example.com', 'waiting@exemple.fr', 'Amy@example.com'])
    expect(body.slice(1)).toEqual([
      {
        id: waiting?.id,
        email: 'waiting@exemple.fr',
        locale: 'fr',
        is_interested_in_creating: false,
        created_at: expect.any(String),
        confirmed_at: null,
      },
      {
        id: amy?.id,
        email: 'Amy@example.com',
        locale: 'en',
        is_interested_in_creating: true,
        created_at: expect.any(String),
        confirmed_at: expect.any(String),
      },
    ])
  })

  it.each([
    ['state=confirmed', ['=1+1@example.com', 'Amy@example.com']],
    ['state=unconfirmed', ['waiting@exemple.fr']],
    ['state=&q=', ['=1+1@example.com', 'waiting@exemple.fr', 'Amy@example.com']],
    ['q=AMY@', ['Amy@example.com']],
    ['q=am', ['=1+1@example.com', 'Amy@example.com']],
    ['q=exemple&state=confirmed', []],
    ['q=%25', []],
    ['q=_', []],
  ])('The newsletter addresses with %s are %j', async (query, expected) => {
    const { status, body } = await list(`?${query}`)
    expect([status, emails(body)]).toEqual([200, expected])
  })

  it('The pages of newsletter addresses follow each other with their filter, also if many came at the same time', async () => {
    await ctx.db`
      insert into newsletter_addresses (email_key, email, address_hash, is_interested_in_creating, consent_version,
        consent_locale, consented_at, created_at)
      select 'n' || n || '@flood.test', 'n' || n || '@flood.test', sha256(n::text::bytea), false, '2026-11', 'en',
        ${ctx.now()}, ${ctx.now()}
      from generate_series(1, 64) n`
    const seen: string[] = []
    let query = '?q=@flood&state=unconfirmed'
    while (query !== '') {
      const { body, headers } = await list(query)
      seen.push(...emails(body))
      expect(body.length).toBeLessThanOrEqual(30)
      query = /<(\?[^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1] ?? ''
      if (query) expect(query).toContain('state=unconfirmed&q=%40flood&')
    }
    expect([seen.length, new Set(seen).size]).toEqual([64, 64])
    await ctx.db`delete from newsletter_addresses where email_key like '%@flood.test'`
  })
})

describe('Newsletter addresses as a file', () => {
  it('An admin downloads the confirmed addresses as CSV whatever the state, no cell is a formula, and it is audited', async () => {
    for (const query of ['', '&state=unconfirmed']) {
      const reply = await list(`?format=csv${query}`)
      expect(reply.status).toBe(200)
      expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(reply.headers['content-disposition']).toMatch(
        /^attachment; filename="loge-newsletter-\d{4}-\d\d-\d\d\.csv"$/,
      )
      expect(reply.text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').split('\r\n')).toEqual([
        'email,is_interested_in_creating,consent_version,consent_locale,consented_at,confirmed_at,created_at',
        "'=1+1@example.com,false,2026-11,en,TIME,TIME,TIME",
        'Amy@example.com,true,2026-11,en,TIME,TIME,TIME',
        '',
      ])
    }
    expect((await list('?format=csv&q=amy')).text.trimEnd().split('\r\n')).toHaveLength(2)
    expect(await auditOf('newsletter_exported')).toHaveLength(3)
  })

  it('No file is sent if its download cannot be audited', async () => {
    await ctx.db`alter table audit_log add constraint is_full check (false) not valid`
    const { status, text } = await list('?format=csv')
    await ctx.db`alter table audit_log drop constraint is_full`
    expect(status).toBe(500)
    expect(text).not.toContain('Amy')
  })
})

describe('Erased newsletter addresses', () => {
  it('An admin erases an address once, with its links and proofs, and the audit log does not contain it', async () => {
    await ctx.db`
      insert into newsletter_departures
        (id, address_hash, consent_version, consent_locale, consented_at, confirmed_at, left_at)
      select ${NOBODY}, address_hash, consent_version, consent_locale, consented_at, confirmed_at, ${ctx.now()}
      from newsletter_addresses where email_key = 'amy@example.com'`
    const replies = await Promise.all(Array.from({ length: 10 }, () => erase(amy?.id ?? '')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
    expect(emails((await list()).body)).toEqual(['=1+1@example.com', 'waiting@exemple.fr'])
    expect([...(await ctx.db`select from newsletter_departures`)]).toEqual([])
    const entries = [...(await ctx.db`select * from audit_log where action = 'newsletter_erased'`)]
    expect(entries).toMatchObject([{ staff_id: admin.id, user_id: admin.id, details: { address_id: amy?.id } }])
    expect(JSON.stringify(entries).toLowerCase()).not.toContain('amy@example')
  })

  it('An erased address can sign up again, and is not confirmed then', async () => {
    await joins('amy@example.com')
    expect((await list('?q=amy')).body).toMatchObject([{ confirmed_at: null }])
  })

  it('What admins see, search and erase is never written to the log', async () => {
    expect(logs.join('')).toContain('"route":"/api/admin/newsletter"')
    for (const text of ['amy@', 'Amy@', 'exemple.fr']) expect(logs.join('')).not.toContain(text)
  })
})
