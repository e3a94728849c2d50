import { readdir, rm, stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { exportFolder } from '#server/media/store/export-files.ts'
import { unzip } from '#tests/support/files/zip.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, visitor, passes, mailsTo, runJob } = await world()
const UNKNOWN_ID = '019ba4d2-0000-7000-8000-000000000000'

const requestExport = (person: Person) => person.ask('POST', '/exports')
const listOf = async (person: Person) => (await person.ask('GET', '/exports')).body
const files = async () => await readdir(exportFolder(ctx.config)).catch(() => [])

/** A person whose export is ready, with its id and its path. */
async function readyExport(name: string): Promise<{ person: Person; id: string; file: string }> {
  const person = await member(name)
  const { id } = (await requestExport(person)).body
  await ctx.jobs.runDue()
  return { person, id, file: `/exports/${id}/file` }
}

async function ticketOf(person: Person, id: string): Promise<string> {
  const { status, body } = await person.ask('POST', `/exports/${id}/ticket`)
  expect(status).toBe(200)
  return body.path
}

describe('Refused exports', () => {
  it('An export is not given to visitors, strangers or staff, by token or by export ticket', async () => {
    const { person, id, file } = await readyExport('owner')
    for (const other of [await member('other'), await creator('lou'), await staff('mod', 'moderator')]) {
      expect((await other.fetch(file)).status).toBe(404)
      expect((await other.fetch(file, { method: 'HEAD' })).status).toBe(404)
      expect((await other.ask('POST', `/exports/${id}/ticket`)).status).toBe(404)
      // An export ticket that they found, with their own token beside it.
      expect((await other.fetch(await ticketOf(person, id))).status).toBe(404)
      expect(await listOf(other)).toEqual([])
    }
    const admin = await staff('boss', 'admin')
    expect((await admin.fetch(file)).status).toBe(404)
    expect((await visitor.fetch(file)).status).toBe(404)
    const made_up = { headers: { authorization: 'made-up' } }
    expect((await visitor.fetch(file, made_up)).status).toBe(401)
    expect((await visitor.ask('POST', '/exports')).status).toBe(401)
    expect((await visitor.ask('GET', '/exports')).status).toBe(401)
  })

  it('An export that does not exist, or whose id is invalid, is not found', async () => {
    const { person } = await readyExport('guess')
    for (const id of [UNKNOWN_ID, 'x', '..%2f..%2fetc', '%00', 'a'.repeat(200)]) {
      const { status } = await person.fetch(`/exports/${id}/file`)
      expect([404, 422]).toContain(status)
      expect([404, 422]).toContain((await person.ask('POST', `/exports/${id}/ticket`)).status)
    }
  })

  it('An export cannot be fetched before it is ready', async () => {
    const person = await member('early')
    const { id } = (await requestExport(person)).body
    expect((await person.fetch(`/exports/${id}/file`)).status).toBe(404)
    expect((await person.ask('POST', `/exports/${id}/ticket`)).status).toBe(404)
    await ctx.jobs.runDue()
    expect((await person.fetch(`/exports/${id}/file`)).status).toBe(200)
  })

  it('An export ticket is refused when it is late, changed, for another export, or of a session that has ended', async () => {
    const { person, id } = await readyExport('ticket')
    const { id: other_id } = await readyExport('ticket-two')
    const path = await ticketOf(person, id)
    expect((await visitor.fetch(path)).status).toBe(200)
    expect((await visitor.fetch(path.replace(id, other_id))).status).toBe(404)
    expect((await visitor.fetch(`${path.slice(0, -1)}_`)).status).toBe(404)
    expect((await visitor.fetch(`/exports/${id}/file?ticket=`)).status).toBe(404)
    passes(5 * MINUTE_MS)
    expect((await visitor.fetch(path)).status).toBe(404)
    const fresh = await ticketOf(person, id)
    expect((await visitor.fetch(fresh)).status).toBe(200)
    await person.ask('DELETE', '/users/sign_out')
    expect((await visitor.fetch(fresh)).status).toBe(404)
  })

  it('An export expires after seven days, and then nothing of it is left', async () => {
    const { person, id, file } = await readyExport('late')
    const [{ expires_at }] = await listOf(person)
    expect(Date.parse(expires_at) - ctx.now().getTime()).toBe(7 * DAY_MS)
    passes(7 * DAY_MS - 1000)
    expect((await person.fetch(file)).status).toBe(200)
    passes(1000)
    expect((await person.fetch(file)).status).toBe(404)
    expect(await listOf(person)).toEqual([])
    expect(await files()).toContainEqual(expect.stringContaining(id))
    await runJob('sweep_exports')
    expect(await files()).not.toContainEqual(expect.stringContaining(id))
    expect([...(await ctx.db`select from exports where id = ${id}`)]).toEqual([])
  })
})

describe('Requesting an export', () => {
  it('Somebody who requests an export is told by a notice and by mail when it is ready, and until when', async () => {
    const person = await member('told')
    const asked = await requestExport(person)
    expect(asked).toMatchObject({ status: 201, body: { state: 'preparing', expires_at: null, bytes: null } })
    expect(await listOf(person)).toEqual([asked.body])
    await ctx.jobs.runDue()
    const [ready] = await listOf(person)
    const [{ file_key = '' } = {}] = await ctx.db`select file_key from exports where id = ${asked.body.id}`
    const { size, mode } = await stat(`${exportFolder(ctx.config)}/${file_key}`)
    expect(ready).toMatchObject({ id: asked.body.id, state: 'ready', bytes: size })
    // Nobody else on the machine can read the file.
    expect(mode & 0o077).toBe(0)
    const { body } = await person.ask('GET', '/notices')
    expect(body).toMatchObject([{ kind: 'export_ready', path: '/settings#export' }])
    const [mail] = await mailsTo(person.email)
    expect(mail?.subject).toBe('Your data is ready')
  })

  it('An export is a ZIP file that no cache may store, and HEAD tells its size', async () => {
    const { person, file } = await readyExport('fetch')
    const whole = await person.fetch(file)
    expect(whole.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="loge-${ctx.now().toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'private, no-store',
      'content-length': String(whole.bytes.length),
    })
    expect([...(await unzip(whole.bytes)).keys()]).toContain('index.html')
    const head = await person.fetch(file, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': String(whole.bytes.length) } })
    expect(head.bytes).toHaveLength(0)
  })

  it('A second request within a day returns the same export, preparing or ready; later ones start a new one', async () => {
    const person = await member('twice')
    const { id } = (await requestExport(person)).body
    expect(await requestExport(person)).toMatchObject({ status: 200, body: { id, state: 'preparing' } })
    await ctx.jobs.runDue()
    expect(await requestExport(person)).toMatchObject({ status: 200, body: { id, state: 'ready' } })
    passes(DAY_MS)
    const next = await requestExport(person)
    expect(next).toMatchObject({ status: 201, body: { state: 'preparing' } })
    expect((await listOf(person)).map((one: { id: string }) => one.id)).toEqual([next.body.id, id])
  })

  it('A request starts a new export at once when the file of the last one is lost', async () => {
    const { person, id } = await readyExport('lost')
    await rm(`${exportFolder(ctx.config)}/${id}-1.zip`)
    expect((await person.ask('POST', `/exports/${id}/ticket`)).status).toBe(404)
    expect(await listOf(person)).toEqual([])
    passes(MINUTE_MS)
    const replies = await Promise.all([requestExport(person), requestExport(person), requestExport(person)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    await ctx.jobs.runDue()
    const listed = await listOf(person)
    expect(listed).toMatchObject([{ id: replies[0].body.id, state: 'ready' }])
    expect(listed[0].id).not.toBe(id)
    expect((await person.fetch(`/exports/${listed[0].id}/file`)).status).toBe(200)
  })

  it('Twenty requests at once start one export', async () => {
    const person = await member('rush')
    const replies = await Promise.all(Array.from({ length: 20 }, () => requestExport(person)))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    await Promise.all([ctx.jobs.runDue(), ctx.jobs.runDue()])
    expect((await person.ask('GET', '/notices')).body).toHaveLength(1)
  })
})

describe('Rate limits of exports', async () => {
  it('Somebody who requests exports without a pause is told to wait', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const person = await limited.member('eager')
    for (let i = 0; i < 10; i += 1) expect((await requestExport(person)).status).toBeLessThan(300)
    expect(await requestExport(person)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })
})
