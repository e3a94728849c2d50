import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { startProduct } from '#tests/e2e/support/product.ts'
import { connectCable } from '#tests/support/cable-client.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'

const root = path.resolve(import.meta.dirname, '..')
const PASSWORD = 'a good long password'

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs one of our programs to its end, beside the product's own data: never in the folder of who runs the tests. */
async function run(program: string[], env: Record<string, string>, cwd = root): Promise<Ended> {
  const options = { cwd, env: { ...process.env, DATA_DIR: product.data_dir, ...env }, timeout: 100_000 }
  return await promisify(execFile)(process.execPath, program, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

const database = await createTestDatabase()
const product = await startProduct({ DATABASE_URL: database.url })
afterAll(async () => {
  await product.stop()
  await database.drop()
})

function post(url: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** The command line of whoever runs the product. */
const staff = (...words: string[]) => run(['scripts/staff.ts', ...words], { DATABASE_URL: database.url })

describe('Somebody who starts the product', () => {
  it('with wrong settings is told all of them at once, and it ends', async () => {
    const { code, stderr } = await run(['server/main.ts'], { PORT: 'many', DEMO: 'perhaps', LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/PORT must be .*\n.*DEMO must be .*\n.*LOG_LEVEL must be/)
    expect(stderr).not.toContain('at ')
  })

  it('with a misspelled setting in .env is told what it may have meant, and it ends', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'loge-env-'))
    await writeFile(path.join(folder, '.env'), 'STORY_AUTHOR=creator\nDOMAIN=loge.example\n')
    const ended = await run([path.join(root, 'server/main.ts')], {}, folder)
    await rm(folder, { recursive: true })
    expect(ended).toMatchObject({
      code: 1,
      stderr:
        'The configuration is invalid:\n  - In .env: STORY_AUTHOR is not a setting of Loge: did you mean STORY_AUTHORS?\n',
    })
  })

  it('with a misspelled setting in the environment, or with an unknown name in .env, is told so, and it starts', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'loge-env-'))
    await writeFile(path.join(folder, '.env'), 'FAVOURITE_COLOUR=garnet\nDOMAIN=loge.example\nPORT=99999\n')
    const env = {
      STORY_AUTHOR: 'creator',
      HOST: '203.0.113.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
    }
    const { stderr } = await run([path.join(root, 'server/main.ts')], env, folder)
    await rm(folder, { recursive: true })
    // It got as far as the address that nobody has; the environment comes before the file.
    expect(stderr.trim().split('\n')).toEqual([
      'STORY_AUTHOR is not a setting of Loge: did you mean STORY_AUTHORS?',
      'FAVOURITE_COLOUR in .env is not a setting of Loge: .env.example lists all settings.',
      expect.stringContaining('This machine has no address 203.0.113.1'),
    ])
  })

  it('on a port that is taken is told so in a sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const ended = await run(['server/main.ts'], {
      DATABASE_URL: database.url,
      PORT: String(port),
      DEMO: 'off',
      LOG_LEVEL: 'silent',
    })
    other.close()
    expect(ended).toMatchObject({
      code: 1,
      stderr: `Port ${port} is already in use: stop the program that listens there, or set PORT to another port.\n`,
    })
  })

  it('and fails leaves no database running behind', async () => {
    const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-fails-'))
    const env = { DATA_DIR: data_dir, HOST: '203.0.113.1', DEMO: 'off', LOG_LEVEL: 'silent' }
    expect(await run(['server/main.ts'], env)).toMatchObject({
      code: 1,
      stderr:
        'This machine has no address 203.0.113.1: set HOST to one of its addresses, for example 127.0.0.1 or 0.0.0.0.\n',
    })
    expect(await findEmbedded(data_dir)).toBeUndefined()
    await rm(data_dir, { recursive: true })
  })

  it('a second time on the same data folder is told so in a sentence, and the first goes on', async () => {
    const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-twice-'))
    const first = await startProduct({ DATA_DIR: data_dir })
    const second = await run(['server/main.ts'], { DATA_DIR: data_dir, PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent' })
    expect(second.code).toBe(1)
    expect(second.stderr.trim().split('\n')).toHaveLength(1)
    expect(second.stderr).toContain(data_dir)
    expect((await fetch(`${first.url}/api/health/ready`)).status).toBe(200)
    await first.stop()
    await rm(data_dir, { recursive: true })
  })

  it('with the demo world is shown its accounts, and can use them', async () => {
    const demo = await startProduct({ DEMO: 'on' })
    for (const [email, expected] of [
      ['fan@loge.test', { role: null, profile_id: null, can_add_stories: false }],
      ['creator@loge.test', { role: null, profile_id: expect.any(String), can_add_stories: false }],
      ['moderator@loge.test', { role: 'moderator', profile_id: null, can_add_stories: false }],
      ['admin@loge.test', { role: 'admin', profile_id: expect.any(String), can_add_stories: true }],
    ] as const) {
      const reply = await fetch(`${demo.url}/api/users/sign_in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user: { email, password: 'velvet-curtain' } }),
      })
      expect(reply.status).toBe(200)
      expect(await reply.json()).toMatchObject(expected)
    }
    await demo.stop()
  })
})

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

describe('Whoever runs the product makes staff', () => {
  it('and is told how, when the words are off', async () => {
    for (const words of [
      [],
      ['grant'],
      ['grant', 'king', 'a@example.com'],
      ['revoke'],
      ['grant', 'admin', 'a@b.cc', 'x'],
      ['list'],
      ['list', 'passwords'],
      ['list', 'contact', 'x'],
      ['audit', 'x'],
      ['forget'],
      ['forget', 'a@b.cc', 'x'],
    ]) {
      const { code, stderr } = await staff(...words)
      expect(code).toBe(2)
      expect(stderr).toContain('npm run staff -- grant admin EMAIL')
    }
  })

  it('but not out of somebody who never signed up', async () => {
    expect(await staff('grant', 'admin', 'nobody@example.com')).toMatchObject({
      code: 1,
      stderr: 'There is no account with the address nobody@example.com: this person has to sign up first.\n',
    })
  })

  it('out of a member, while the product runs, and takes it back', async () => {
    await post(product.url, '/users', { user: { email: 'Ada@example.com', password: PASSWORD } })
    expect((await staff('grant', 'moderator', 'ada@example.com')).stdout).toBe('ada@example.com is now moderator.\n')
    expect((await staff('grant', 'admin', 'ADA@example.com')).stdout).toBe('ADA@example.com is now admin.\n')
    expect((await staff('revoke', 'ada@example.com')).stdout).toBe('ada@example.com is no longer staff.\n')
  })

  it('and finds in the audit what each change was, newest first; what changes nothing leaves no line', async () => {
    await post(product.url, '/users', { user: { email: 'lea@example.com', password: PASSWORD } })
    await staff('grant', 'moderator', 'lea@example.com')
    expect((await staff('grant', 'moderator', 'lea@example.com')).code).toBe(0)
    await staff('revoke', 'lea@example.com')
    const { code, stdout, stderr } = await staff('audit')
    expect([code, stderr]).toEqual([0, ''])
    const [head, ...lines] = stdout
      .replaceAll(TIME, 'TIME')
      .replaceAll(/member_\w+/g, 'NAME')
      .split('\r\n')
    expect(head).toBe('when,who,action,whom,post,reason,details')
    expect(lines.slice(0, 2)).toEqual([
      'TIME,command line,role_changed,NAME,,,"{""after"": null, ""before"": ""moderator""}"',
      'TIME,command line,role_changed,NAME,,,"{""after"": ""moderator"", ""before"": null}"',
    ])
    // Those of the test before, an empty end, and nothing else.
    expect(lines).toHaveLength(6)
  })

  it('but of nobody where it cannot be written down', async () => {
    const db = connect(database.url, { max: 1 })
    await db`alter table audit_log add constraint is_full check (false) not valid`
    const { code } = await staff('grant', 'admin', 'lea@example.com')
    await db`alter table audit_log drop constraint is_full`
    const roles = [...(await db`select role from users where email_key = 'lea@example.com'`)]
    await db.end()
    expect([code, roles]).toEqual([1, [{ role: null }]])
  })
})

describe('Whoever runs the product reads what visitors left', () => {
  it('as tables for a spreadsheet, in which nothing runs', async () => {
    await post(product.url, '/newsletter', { email: 'Amy@example.com', isInterestedInCreating: true })
    await post(product.url, '/newsletter', { email: '=1+1@example.com' })
    await post(product.url, '/newsletter', { email: 'waiting@example.com' })
    const db = connect(database.url, { max: 1 })
    await db`update newsletter_addresses set confirmed_at = consented_at where email_key <> 'waiting@example.com'`
    await db.end()
    await post(product.url, '/contact', { name: '=Ben, "B."', email: 'AMY@example.com', message: 'One\ntwo' })
    expect((await staff('list', 'newsletter')).stdout.replaceAll(TIME, 'TIME')).toBe(
      [
        'email,is_interested_in_creating,consent_version,consent_locale,consented_at,confirmed_at,created_at',
        'Amy@example.com,true,2026-11,en,TIME,TIME,TIME',
        "'=1+1@example.com,false,2026-11,en,TIME,TIME,TIME",
        '',
      ].join('\r\n'),
    )
    expect((await staff('list', 'contact')).stdout.replaceAll(TIME, 'TIME')).toBe(
      [
        'created_at,name,email,locale,message,mailed_at',
        `TIME,"'=Ben, ""B.""",AMY@example.com,en,"One\ntwo",`,
        '',
      ].join('\r\n'),
    )
  })

  it('and forgets who asks for it, in whatever case they wrote', async () => {
    expect(await staff('forget', 'aMy@example.com')).toMatchObject({
      code: 0,
      stdout: 'Deleted for aMy@example.com: 1 newsletter addresses, 1 contact messages.\n',
    })
    expect((await staff('list', 'newsletter')).stdout).toMatch(/^email,.*\r\n'=1\+1@example.com,.*\r\n$/)
    expect((await staff('list', 'contact')).stdout).toMatch(/^created_at,.*\r\n$/)
    expect((await staff('forget', 'amy@example.com')).stdout).toContain('0 newsletter addresses, 0 contact messages')
  })
})

describe('A product that is told to end', () => {
  it('tells who is connected to come back, and ends with 0', async () => {
    const own = await createTestDatabase()
    const ending = await startProduct({ DATABASE_URL: own.url, LOG_LEVEL: 'trace' })
    const user = { email: 'amy@example.com', password: PASSWORD }
    await post(ending.url, '/users', { user })
    const token = (await post(ending.url, '/users/sign_in', { user })).headers.get('authorization') ?? ''
    const client = await connectCable(`${ending.url.replace('http', 'ws')}/cable`, token)
    const deaf = await connectCable(`${ending.url.replace('http', 'ws')}/cable`, token)
    deaf.socket.pause()
    // Throws unless it ended with 0.
    await ending.stop()
    expect(client.news.at(-1)).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true })
    expect(await client.ended()).toBe(1001)
    // Whatever it prints, and however much of it, nobody finds a way in there.
    expect(token.length).toBeGreaterThan(20)
    expect(ending.takeLog()).not.toContain(token)
    deaf.socket.terminate()
    await own.drop()
  })

  it('finishes the request that is under way, takes no other, and ends with 0', async () => {
    const own = await createTestDatabase()
    const ending = await startProduct({ DATABASE_URL: own.url })
    const { hostname, port } = new URL(ending.url)
    const body = JSON.stringify({ user: { email: 'late@example.com', password: PASSWORD } })
    const socket = connectSocket(Number(port), hostname)
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.write(
      `POST /api/users HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    // The server has seen the headers once it asks for the rest.
    await once(socket, 'data')
    const stopped = ending.stop()
    await expect
      .poll(
        () =>
          fetch(ending.url).then(
            () => 'open',
            () => 'closed',
          ),
        { timeout: 30_000 },
      )
      .toBe('closed')
    socket.write(body)
    await once(socket, 'close')
    expect(answer).toContain('HTTP/1.1 201 Created')
    // Throws unless it ended with 0.
    await stopped
    await own.drop()
  })
})
