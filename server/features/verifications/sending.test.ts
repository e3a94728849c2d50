import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { DOCUMENT_BYTES_MAX } from '#contract/verifications.ts'
import { uploadsFolder } from '#server/media/uploads.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import {
  DETAILS,
  decideIdentity,
  IBAN,
  OTHER_IBAN,
  pdfDocument,
  sendIdentity,
} from '#tests/support/scenarios/identities.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, visitor, passes, anotherDevice, runJob } = await world({
  PAYMENTS: 'sandbox',
})
const admin = await staff('admin', 'admin')
const moderator = await staff('moderator', 'moderator')

const rows = async (id: string) => (await ctx.db`select from verifications where creator_id = ${id}`).length

describe('Sending a verification', () => {
  it('Nobody sends or reads a verification without an account or without a profile', async () => {
    const fan = await member('fan')
    for (const [person, status] of [
      [visitor, 401],
      [fan, 403],
      [moderator, 403],
    ] as const) {
      expect((await sendIdentity(person)).status).toBe(status)
      expect((await person.ask('GET', '/verification')).status).toBe(status)
    }
    expect(await ctx.db`select from verifications`).toHaveLength(0)
  })

  it.each([
    ['somebody who turns 18 tomorrow', { birth_date: '2008-03-02' }, 'birth_date'],
    ['a day that does not exist', { birth_date: '1990-02-31' }, 'birth_date'],
    ['somebody of 150 years', { birth_date: '1876-01-01' }, 'birth_date'],
    ['a date in words', { birth_date: 'yesterday' }, 'birth_date'],
    ['no country', { country: 'XX' }, 'country'],
    ['a name of spaces', { legal_name: '  ' }, 'legal_name'],
    ['a street of control characters', { street: '\u0001\u0002' }, 'street'],
    ['a postal code of spaces', { postal_code: '   ' }, 'postal_code'],
    ['a tax number of invisible signs', { tax_number: '\u200b\u202e' }, 'tax_number'],
    ['a name of a thousand letters', { legal_name: 'a'.repeat(1000) }, 'legal_name'],
    ['an IBAN with a wrong digit', { iban: `${IBAN.slice(0, -1)}8` }, 'iban'],
    ['an IBAN of a country outside of SEPA', { iban: 'BR1500000000000010932840814P2' }, 'iban'],
    ['no IBAN', { iban: undefined }, 'iban'],
    ['no document', { document: undefined }, 'document'],
    ['no portrait', { portrait: undefined }, 'portrait'],
    ['no city', { city: undefined }, 'city'],
  ])('A verification with %s is refused, and nothing is kept', async (what, parts, field) => {
    const ann = await creator(`ann-${what.replaceAll(/\W/g, '')}`)
    const { status, body } = await sendIdentity(ann, parts)
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
    expect(await rows(ann.id)).toBe(0)
    expect((await ann.ask('GET', '/verification')).body).toMatchObject({ state: 'none', details: null, files: [] })
  })

  it('Whoever is 18 today can be verified', async () => {
    const bea = await creator('bea')
    expect((await sendIdentity(bea, { birth_date: '2008-03-01' })).status).toBe(200)
  })

  it('A file that is no JPEG, PNG, WebP or PDF by its content, or is cut off, is refused', async () => {
    const cid = await creator('cid')
    const jpeg = await noisePicture()
    const huge = await noisePicture({ width: 20, height: 20 }, 'png')
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    const wrong = {
      text: Buffer.from('a passport'),
      html: Buffer.from('<html><script>alert(1)</script>'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      gif: await noisePicture({}, 'gif'),
      half: jpeg.subarray(0, jpeg.length / 2),
      head: jpeg.subarray(0, 3),
      png_head: (await noisePicture({}, 'png')).subarray(0, 40),
      webp_head: Buffer.from('RIFF\xff\xff\x00\x00WEBPVP8 ', 'latin1'),
      pdf_without_end: pdfDocument().subarray(0, 20),
      pdf_later: Buffer.concat([Buffer.from('<html>'), pdfDocument()]),
      huge,
    }
    for (const [name, document] of Object.entries(wrong)) {
      const { status, body } = await sendIdentity(cid, { document })
      expect([status, Object.keys(body.fields)], name).toEqual([422, ['document']])
    }
    expect(await rows(cid.id)).toBe(0)
    expect(await readdir(uploadsFolder(ctx.config))).toEqual([])
  })

  it('A file of more than ten megabytes is refused, and one of ten is kept', async () => {
    const dan = await creator('dan')
    const document = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      randomBytes(DOCUMENT_BYTES_MAX - 20),
      Buffer.from('\n%%EOF\n'),
    ])
    expect((await sendIdentity(dan, { document: Buffer.concat([document, Buffer.alloc(30, '\n')]) })).status).toBe(413)
    expect(await rows(dan.id)).toBe(0)
    expect((await sendIdentity(dan, { document })).status).toBe(200)
  })

  it.each([
    ['JSON', 'application/json', JSON.stringify(DETAILS), 415],
    ['a broken form', 'multipart/form-data; boundary=x', '--x\r\nbroken', 400],
    [
      'a form without an end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="city"\r\n\r\nParis',
      400,
    ],
  ])('%s is refused', async (what, type, body, status) => {
    const eve = await creator(`eve-${what.replaceAll(/\W/g, '')}`)
    expect((await eve.ask('PUT', '/verification', body, { headers: { 'content-type': type } })).status).toBe(status)
  })

  it('What was sent waits for staff, its owner reads it again without the files, and nobody else does', async () => {
    const fay = await creator('fay')
    const { status, body } = await sendIdentity(fay, { portrait: await noisePicture() })
    expect(status).toBe(200)
    expect(body).toEqual({
      state: 'in_review',
      sent_at: ctx.now().toISOString(),
      decided_at: null,
      ask_again_at: null,
      refusal: null,
      details: DETAILS,
      files: ['document', 'portrait'],
      needs_account: false,
      is_required_to_publish: false,
    })
    expect((await fay.ask('GET', '/verification')).body).toEqual(body)
    const gus = await creator('gus')
    expect((await gus.ask('GET', '/verification')).body).toMatchObject({ state: 'none', needs_account: true })
    expect((await gus.ask('GET', '/verification')).text).not.toContain('Durand')
  })

  it('Names and addresses lose control characters, line breaks and marks of direction', async () => {
    const hal = await creator('hal')
    const parts = { legal_name: ' Hal\u202e\tBerg\u0007 ', street: '1 rue\r\nde la Paix', city: 'Pa\u200bris' }
    const { body } = await sendIdentity(hal, parts)
    expect(body.details).toMatchObject({ legal_name: 'Hal Berg', street: '1 rue de la Paix', city: 'Paris' })
  })

  it('The same request twice, one after the other or at once, is one verification, and staff are told once', async () => {
    const ida = await creator('ida')
    await admin.ask('POST', '/notices/read')
    const before = (await ctx.db`select from member_notices where user_id = ${admin.id} and kind = 'verification_sent'`)
      .length
    await ctx.db`update member_notices set read_at = ${ctx.now()}`
    const replies = await Promise.all([sendIdentity(ida), sendIdentity(ida)])
    expect((await sendIdentity(ida)).status).toBe(200)
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await rows(ida.id)).toBe(1)
    const notices = await ctx.db`select from member_notices where user_id = ${admin.id} and kind = 'verification_sent'`
    expect(notices).toHaveLength(before + 1)
    expect(await ctx.db`select from member_notices where user_id = ${ida.id}`).toHaveLength(1)
  })
})

describe('Sending it again', () => {
  it('After a refusal only what was wanting is sent again, and it cannot be left out', async () => {
    const jan = await creator('jan')
    await sendIdentity(jan)
    const refused = await decideIdentity(admin, jan, {
      outcome: 'refused',
      reason: 'document_cut_off',
      note: 'The left side',
    })
    expect(refused.body.state).toBe('refused')
    expect((await jan.ask('GET', '/verification')).body).toMatchObject({
      state: 'refused',
      refusal: { reason: 'document_cut_off', note: 'The left side' },
      files: ['document', 'portrait'],
    })
    const without = await sendIdentity(jan, { document: undefined, portrait: undefined, iban: undefined })
    expect([without.status, Object.keys(without.body.fields)]).toEqual([422, ['document']])
    const again = await sendIdentity(jan, { document: pdfDocument('whole'), portrait: undefined, iban: undefined })
    expect(again.body).toMatchObject({ state: 'in_review', refusal: null, decided_at: null })
    expect(
      (await admin.fetch(`/admin/verifications/${jan.id}/files/document`)).bytes.equals(pdfDocument('whole')),
    ).toBe(true)
    expect(
      (await admin.fetch(`/admin/verifications/${jan.id}/files/portrait`)).bytes.equals(pdfDocument('portrait')),
    ).toBe(true)
  })

  it('After a refusal of the address no file is needed', async () => {
    const kim = await creator('kim')
    await sendIdentity(kim)
    await decideIdentity(admin, kim, { outcome: 'refused', reason: 'address_incomplete' })
    const { status, body } = await sendIdentity(kim, {
      document: undefined,
      portrait: undefined,
      iban: undefined,
      street: '7 quai',
    })
    expect([status, body.details.street]).toEqual([200, '7 quai'])
  })

  it('A verification cannot send the money elsewhere: another account takes the password', async () => {
    const lea = await creator('lea')
    await sendIdentity(lea)
    const { status, body } = await sendIdentity(lea, { iban: OTHER_IBAN })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['iban']])
    const [payee] = await ctx.db`select account_last4, held_until from payees where creator_id = ${lea.id}`
    expect(payee).toEqual({ account_last4: '0189', held_until: null })
    expect((await sendIdentity(lea, { iban: 'FR76 3000 6000 0112 3456 7890 189' })).status).toBe(200)
  })

  it('After three years a verification is asked for again, and its files with it', async () => {
    const max = await creator('max')
    await sendIdentity(max)
    await decideIdentity(admin, max)
    const { body } = await max.ask('GET', '/verification')
    expect(body).toMatchObject({ state: 'verified', ask_again_at: '2029-03-01T12:00:00.000Z' })
    passes(Date.parse(body.ask_again_at) - ctx.now().getTime() - 1)
    await runJob('erase_documents')
    max.token = (await anotherDevice('max')).token
    expect((await max.ask('GET', '/verification')).body).toMatchObject({ state: 'verified', files: [] })
    passes(1)
    expect((await max.ask('GET', '/verification')).body).toMatchObject({ state: 'none', details: DETAILS })
    const again = await sendIdentity(max, { document: undefined, portrait: undefined, iban: undefined })
    expect([again.status, Object.keys(again.body.fields)]).toEqual([422, ['document', 'portrait']])
    expect((await sendIdentity(max, { iban: undefined })).body.state).toBe('in_review')
    passes(-3 * 365 * DAY_MS)
  })
})
