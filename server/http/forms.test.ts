import { describe, expect, it } from 'vitest'
import { malformedForms } from '#tests/support/files/malformed-forms.ts'
import { formBody, noisePicture } from '#tests/support/files/pictures.ts'
import { filesLeft } from '#tests/support/files/stored-files.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, member, visitor } = await world()
const amy = await creator('amy')
const bob = await member('bob')
const picture = await noisePicture()

describe('Forms', () => {
  it('A form of somebody who may not send it is not read', async () => {
    const form = { description: 'Hello', file: picture }
    expect((await visitor.send('POST', '/posts', form)).status).toBe(401)
    expect((await bob.send('POST', '/posts', form)).status).toBe(403)
    expect((await bob.send('PUT', `/profiles/${amy.id}`, { profile_pic: picture })).status).toBe(403)
    expect(await filesLeft(ctx)).toEqual([])
  })

  it('JSON is refused where a form is expected, and a form where JSON is expected', async () => {
    const json = await amy.ask('POST', '/posts', { description: 'Hello' })
    expect(json.status).toBe(415)
    expect(json.body).toEqual({ error: 'Send this as multipart/form-data', code: 'unsupported_type' })
    const { payload, headers } = await formBody({ post_id: 'x' })
    const form = await amy.ask('POST', '/like', payload, { headers })
    expect(form.status).toBe(415)
    expect(form.body).toEqual({ error: 'This content type is not supported', code: 'unsupported_type' })
  })

  // Spec 7.25
  it('A post without a file or a description is refused with what it needs', async () => {
    const words = 'The file and description are required'
    const { status, body } = await amy.send('POST', '/posts', { description: 'Hello' })
    expect(status).toBe(422)
    expect(body).toEqual({ error: words, code: 'invalid', fields: { file: words } })
    for (const form of [{ file: picture }, { description: ' ', file: picture }]) {
      const reply = await amy.send('POST', '/posts', form)
      expect(reply.status).toBe(422)
      expect(reply.body).toEqual({ error: words, code: 'invalid', fields: { description: words } })
    }
  })

  it('Unknown texts in a form are ignored, as in JSON', async () => {
    const { status, body } = await amy.send('POST', '/posts', { description: 'Hello', utm: 'x', file: picture })
    expect(status).toBe(201)
    expect((await amy.ask('DELETE', `/posts/${body.id}`)).status).toBe(200)
  })

  it('A profile keeps its picture when the file input was left empty', async () => {
    const opened = await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'Hi', profile_pic: picture })
    expect(opened.status).toBe(200)
    const boundary = 'x'
    const empty = `--x\r\nContent-Disposition: form-data; name="bio"\r\n\r\nHello\r\n--x\r\nContent-Disposition: form-data; name="profile_pic"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n`
    const { status, body } = await amy.ask('PUT', `/profiles/${amy.id}`, empty, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ bio: 'Hello', profile_pic: opened.body.profile_pic })
  })

  // Spec 5.18
  it('The answer names the part whose file is not a picture', async () => {
    const { status, body } = await amy.send('PUT', `/profiles/${amy.id}`, { profile_pic: Buffer.from('<html>') })
    expect(status).toBe(415)
    expect(body.fields).toEqual({ profile_pic: 'The file is not a JPEG, PNG or GIF picture' })
  })
})

describe('Malformed forms', () => {
  const forms = malformedForms(picture)

  it(`A malformed form is refused with a clear text (${forms.length} of them)`, async () => {
    expect(forms.length).toBeGreaterThanOrEqual(200)
    const before = await filesLeft(ctx)
    const memory = process.memoryUsage().rss
    const wrong: string[] = []
    let served = 0
    const next = forms.values()
    const sendAll = async () => {
      for (const { what, type, body } of next) {
        const reply = await amy.ask('POST', '/posts', body, { headers: { 'content-type': type } })
        const isClear = typeof reply.body.error === 'string' && reply.body.error.length > 10
        if (reply.status < 400 || reply.status >= 500 || !isClear) wrong.push(`${what}: ${reply.status} ${reply.text}`)
        if ((await bob.ask('GET', '/user')).status === 200) served += 1
      }
    }
    await Promise.all(Array.from({ length: 8 }, sendAll))
    expect(wrong).toEqual([])
    expect(served).toBe(forms.length)
    expect(await filesLeft(ctx)).toEqual(before)
    expect((await amy.ask('GET', '/posts')).body).toEqual([])
    // Eight forms at a time, the largest of which has 22 MB, and the copies of the test itself.
    expect(process.memoryUsage().rss - memory).toBeLessThan(400 * 1024 * 1024)
  })
})
