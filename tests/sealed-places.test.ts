import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from './e2e/support/product.ts'
import { formBody, noisePicture } from './support/files/pictures.ts'
import { runScript } from './support/processes/run-script.ts'
import { DETAILS, IBAN, pdfDocument } from './support/scenarios/identities.ts'

/**
 * Who a creator is must be readable nowhere outside of the running product: not in the files of the database, of uploads
 * and of the media store, not in a backup, and not in the log. Other words of the same person are, so that the search is
 * known to find what is there.
 */

const [SECRET, PLAIN] = ['sealedmarker7q3', 'plainmarker7q3']
let product: Product
let token = ''
let log = ''
const scratch = await mkdtemp(path.join(tmpdir(), 'loge-sealed-'))

beforeAll(async () => {
  product = await startProduct({ PAYMENTS: 'sandbox', SANDBOX_PORT: '0', LOG_LEVEL: 'trace' })
})
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
  await product?.stop()
})

const call = (method: string, at: string, headers: Record<string, string>, body: string | Buffer) =>
  fetch(`${product.url}/api${at}`, { method, headers: { ...headers, authorization: token }, body: body as BodyInit })
const json = (method: string, at: string, body: object) =>
  call(method, at, { 'content-type': 'application/json' }, JSON.stringify(body))
async function form(at: string, parts: Record<string, string | Buffer>): Promise<Response> {
  const { payload, headers } = await formBody(parts)
  return await call('PUT', at, headers, payload)
}

/** The files below a folder that contain the word as it is, in hexadecimal or in base64. */
async function filesWith(folder: string, word: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const stored = await readFile(file).catch(() => Buffer.alloc(0))
    const bytes = file.endsWith('.gz') ? gunzipSync(stored) : stored
    // In base64 a word looks different at each of three offsets. The signs at its ends depend on what is beside it.
    const spellings = [0, 1, 2].map((offset) =>
      Buffer.from(`${'x'.repeat(offset)}${word}`)
        .toString('base64')
        .slice(4, 18),
    )
    const isIn = [word, Buffer.from(word).toString('hex'), ...spellings].some((spelling) => bytes.includes(spelling))
    if (isIn) found.push(path.relative(folder, file))
  }
  return found
}

describe('Who a creator is', () => {
  it('No file of a running product contains a document or the details, not even while they arrive', async () => {
    const user = { email: 'amy@example.com', password: 'a good long password' }
    const { id } = (await (await json('POST', '/users', { user })).json()) as { id: string }
    token = (await json('POST', '/users/sign_in', { user })).headers.get('authorization') ?? ''
    const profile_pic = await noisePicture({ width: 60, height: 60 })
    expect((await form(`/profiles/${id}`, { bio: PLAIN, profile_pic })).status).toBe(201)

    // A form of which the last part never comes: its file waits in the folder for uploads.
    const part = `--x\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n%PDF-1.4 ${SECRET.repeat(9000)}`
    const { hostname, port } = new URL(product.url)
    const socket = connectSocket(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `PUT /api/verification HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n${part}`,
    )
    const uploads = path.join(product.data_dir, 'uploads')
    const arrived = async () => {
      const names = await readdir(uploads).catch(() => [])
      return Math.max(0, ...(await Promise.all(names.map(async (name) => (await stat(path.join(uploads, name))).size))))
    }
    await expect.poll(arrived, { timeout: 20_000 }).toBeGreaterThan(50_000)
    expect(await filesWith(product.data_dir, SECRET)).toEqual([])
    socket.destroy()

    const picture = Buffer.concat([await noisePicture(), Buffer.from(SECRET)])
    const details = { ...DETAILS, legal_name: `Amy ${SECRET}`, street: SECRET, tax_number: SECRET, iban: IBAN }
    const sent = await form('/verification', { ...details, document: pdfDocument(SECRET), portrait: picture })
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining(SECRET)])

    expect(await filesWith(product.data_dir, PLAIN)).not.toEqual([])
    expect(await filesWith(product.data_dir, SECRET)).toEqual([])
    expect(await filesWith(product.data_dir, IBAN)).toEqual([])
  })

  it('A backup contains none of it in clear, and not the key', async () => {
    const folder = path.join(scratch, 'backup')
    const { code, stdout, stderr } = await runScript('scripts/backup.ts', [folder], product.env)
    expect([code, stderr]).toEqual([0, ''])
    expect(await filesWith(folder, PLAIN)).toEqual(['tables/profiles.jsonl.gz'])
    for (const word of [SECRET, IBAN]) expect(await filesWith(folder, word), word).toEqual([])
    // What is sealed is in it, so that a restore with the key brings it back.
    expect(await readdir(path.join(folder, 'tables'))).toEqual(
      expect.arrayContaining(['verifications.jsonl.gz', 'verification_files.jsonl.gz', 'payees.jsonl.gz']),
    )
    const key = await readFile(path.join(product.data_dir, 'seal.key'), 'utf8')
    expect(await filesWith(folder, key)).toEqual([])
    expect(stdout).not.toContain(key)
  })

  it('The log, with everything that can be logged, contains none of it', () => {
    log += product.takeLog()
    expect(log).toContain('/api/verification')
    for (const word of [SECRET, IBAN, IBAN.slice(4)]) expect(log).not.toContain(word)
  })

  it('The export of the creator has the details, and neither the documents nor the number of the account', async () => {
    const { id } = (await (await json('POST', '/exports', {})).json()) as { id: string }
    const state = async () =>
      (await (await fetch(`${product.url}/api/exports`, { headers: { authorization: token } })).json())[0].state
    await expect.poll(state, { timeout: 30_000 }).toBe('ready')
    const file = await fetch(`${product.url}/api/exports/${id}/file`, { headers: { authorization: token } })
    const { unzip } = await import('./support/files/zip.ts')
    const files = await unzip(Buffer.from(await file.arrayBuffer()))
    expect(JSON.parse(String(files.get('verification.json')))).toMatchObject({
      state: 'in_review',
      details: { legal_name: `Amy ${SECRET}`, city: 'Paris' },
      account: { begin: 'FR76', last4: '0189' },
    })
    const all = Buffer.concat([...files.values()])
    for (const word of ['%PDF', IBAN]) expect(all.includes(word), word).toBe(false)
    expect([...files].filter(([, bytes]) => bytes.includes(SECRET)).map(([name]) => name)).toEqual([
      'verification.json',
    ])
  })
})
