import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { startProduct } from '#tests/e2e/support/product.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { connectCable } from '#tests/support/network/cable-client.ts'
import { type Ended, runScript } from '#tests/support/processes/run-script.ts'
import { PASSWORD } from '#tests/support/world.ts'

/** Runs a program of the repository until it exits, by default on the data folder of the running product. */
function run(script: string, args: string[], settings: Record<string, string>, cwd?: string): Promise<Ended> {
  return runScript(script, args, { DATA_DIR: product.data_dir, ...settings }, cwd)
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

/** Runs the staff command on the database of the running product. */
const staff = (...args: string[]) => run('scripts/staff.ts', args, { DATABASE_URL: database.url })

describe('The start of the product', () => {
  it('A start with invalid settings fails, and names all of them', async () => {
    const { code, stderr } = await run('server/main.ts', [], { PORT: 'many', DEMO: 'perhaps', LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/PORT must be .*\n.*DEMO must be .*\n.*LOG_LEVEL must be/)
    expect(stderr).not.toContain('at ')
  })

  it('A start with a misspelled setting in .env fails, and suggests the right name', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'loge-env-'))
    await writeFile(path.join(folder, '.env'), 'STORY_AUTHOR=creator\nDOMAIN=loge.example\n')
    const ended = await run('server/main.ts', [], {}, folder)
    await rm(folder, { recursive: true })
    expect(ended).toMatchObject({
      code: 1,
      stderr:
        'The configuration is invalid:\n  - In .env: STORY_AUTHOR is not a setting of Loge: did you mean STORY_AUTHORS?\n',
    })
  })

  it('A start with a misspelled setting in the environment, or an unknown name in .env, prints a warning and goes on', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'loge-env-'))
    await writeFile(path.join(folder, '.env'), 'FAVOURITE_COLOUR=garnet\nDOMAIN=loge.example\nPORT=99999\n')
    const env = {
      STORY_AUTHOR: 'creator',
      HOST: '203.0.113.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
    }
    const { stderr } = await run('server/main.ts', [], env, folder)
    await rm(folder, { recursive: true })
    // The start went on until it listened on an address that this machine does not have. The environment overrides the file.
    expect(stderr.trim().split('\n')).toEqual([
      'STORY_AUTHOR is not a setting of Loge: did you mean STORY_AUTHORS?',
      'FAVOURITE_COLOUR in .env is not a setting of Loge: .env.example lists all settings.',
      expect.stringContaining('This machine has no address 203.0.113.1'),
    ])
  })

  it('A start on a port that is in use fails with one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const ended = await run('server/main.ts', [], {
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

  it('A start that fails leaves no database running', async () => {
    const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-fails-'))
    const env = { DATA_DIR: data_dir, HOST: '203.0.113.1', DEMO: 'off', LOG_LEVEL: 'silent' }
    expect(await run('server/main.ts', [], env)).toMatchObject({
      code: 1,
      stderr:
        'This machine has no address 203.0.113.1: set HOST to one of its addresses, for example 127.0.0.1 or 0.0.0.0.\n',
    })
    expect(await findEmbedded(data_dir)).toBeUndefined()
    await rm(data_dir, { recursive: true })
  })

  it('A second start on the same data folder fails with one sentence, and the first process goes on', async () => {
    const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-twice-'))
    const first = await startProduct({ DATA_DIR: data_dir })
    const second = await run('server/main.ts', [], { DATA_DIR: data_dir, PORT: '0', DEMO: 'off', LOG_LEVEL: 'silent' })
    expect(second.code).toBe(1)
    expect(second.stderr.trim().split('\n')).toHaveLength(1)
    expect(second.stderr).toContain(data_dir)
    expect((await fetch(`${first.url}/api/health/ready`)).status).toBe(200)
    await first.stop()
    await rm(data_dir, { recursive: true })
  })

  it('After a start with the demo world, people can sign in to its accounts', async () => {
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

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

describe('The staff command changes roles', () => {
  it('The staff command prints its usage for wrong arguments', async () => {
    for (const args of [
      [],
      ['grant'],
      ['grant', 'king', 'a@example.com'],
      ['revoke'],
      ['grant', 'admin', 'a@b.cc', 'x'],
      ['list'],
      ['list', 'passwords'],
      ['list', 'contact', 'x'],
      ['answered'],
      ['answered', 'x'],
      ['reopen', 'x'],
      ['audit', 'x'],
      ['forget'],
      ['forget', 'a@b.cc', 'x'],
      ['freeze', 'a@b.cc', 'forever', 'Terms'],
      ['unfreeze'],
      ['close', 'a@b.cc', 'Terms'],
      ['cases', 'x'],
      ['decide', '2026-0001'],
      ['decide', '2026-0001', 'warn', '--reason', 'x'],
    ]) {
      const { code, stderr } = await staff(...args)
      expect(code).toBe(2)
      expect(stderr).toContain('npm run staff -- grant admin EMAIL')
    }
  })

  it('The staff command refuses to give a role to somebody who has never signed up', async () => {
    expect(await staff('grant', 'admin', 'nobody@example.com')).toMatchObject({
      code: 1,
      stderr: 'There is no account with the address nobody@example.com: this person has to sign up first.\n',
    })
  })

  it('The staff command grants and revokes a role while the product runs', async () => {
    await post(product.url, '/users', { user: { email: 'Ada@example.com', password: PASSWORD } })
    expect((await staff('grant', 'moderator', 'ada@example.com')).stdout).toBe('ada@example.com is now moderator.\n')
    expect((await staff('grant', 'admin', 'ADA@example.com')).stdout).toBe('ADA@example.com is now admin.\n')
    expect((await staff('revoke', 'ada@example.com')).stdout).toBe('ada@example.com is no longer staff.\n')
  })

  it('The audit log lists every change of a role, newest first, and nothing for a command that changes nothing', async () => {
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
    // The other lines: three of the test before, and the empty one at the end.
    expect(lines).toHaveLength(6)
  })

  it('A role does not change if the audit entry cannot be written', async () => {
    const db = connect(database.url, { max: 1 })
    await db`alter table audit_log add constraint is_full check (false) not valid`
    const { code } = await staff('grant', 'admin', 'lea@example.com')
    await db`alter table audit_log drop constraint is_full`
    const roles = [...(await db`select role from users where email_key = 'lea@example.com'`)]
    await db.end()
    expect([code, roles]).toEqual([1, [{ role: null }]])
  })
})

describe('The staff command freezes and closes accounts', () => {
  const user = { email: 'gil@example.com', password: PASSWORD }
  const signIn = async () => {
    const reply = await post(product.url, '/users/sign_in', { user })
    return { status: reply.status, token: reply.headers.get('authorization') ?? '', body: await reply.json() }
  }

  it('The staff command refuses a freeze in the past, without reasons, or of an unknown address', async () => {
    for (const [args, sentence] of [
      [['freeze', user.email, '2020-01-01', 'terms_threat', 'Threats'], 'UNTIL must be a date in the future'],
      [['freeze', user.email, 'soon', 'terms_threat', 'Threats'], 'UNTIL must be a date in the future'],
      [['freeze', user.email, 'forever', 'Terms, 4', 'Threats'], 'GROUND must be one of terms_minor, '],
      [['close', user.email, 'terms_spam', ''], 'FACTS must not be empty.'],
      [['freeze', 'nobody@example.com', 'forever', 'terms_threat', 'Threats'], 'There is no account with the address'],
      [['unfreeze', 'nobody@example.com'], 'There is no account with the address'],
      [['close', 'nobody@example.com', 'terms_threat', 'Threats'], 'There is no account with the address'],
    ] as const) {
      const { code, stderr } = await staff(...args)
      expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
    }
  })

  it('The staff command freezes an admin while the product runs, and ends the freeze', async () => {
    await post(product.url, '/users', { user })
    await staff('grant', 'admin', user.email)
    const { token } = await signIn()
    const socket = await connectCable(`${product.url.replace('http', 'ws')}/cable`, token)
    expect((await staff('freeze', 'GIL@example.com', 'forever', 'terms_threat', 'Threats')).stdout).toBe(
      'GIL@example.com is frozen for good.\n',
    )
    await expect.poll(() => socket.close_code, { timeout: 10_000 }).toBe(1000)
    const frozen = { code: 'account_frozen', ends_at: null, ground: 'terms_threat', facts: 'Threats' }
    expect(await signIn()).toMatchObject({ status: 403, body: frozen })
    expect((await staff('unfreeze', user.email)).stdout).toBe('gil@example.com is not frozen.\n')
    expect((await signIn()).status).toBe(200)
  })

  it('The staff command closes an account, whose address cannot sign up again', async () => {
    expect((await staff('close', user.email, 'terms_spam', 'Fraud')).stdout).toBe(
      'The account of gil@example.com is closed. It will be erased in 14 days.\n',
    )
    expect(await signIn()).toMatchObject({ status: 403, body: { code: 'account_frozen', ground: 'terms_spam' } })
    const again = await post(product.url, '/users', { user: { ...user, email: 'g.il+2@example.com' } })
    expect([again.status, await again.json()]).toMatchObject([422, { code: 'email_taken' }])
    const actions = (await staff('audit')).stdout.match(/account_\w+/g)
    expect(actions).toEqual(['account_closed', 'account_unfrozen', 'account_frozen'])
  })
})

describe('The staff command reads what visitors left', () => {
  it('The staff command lists newsletter addresses and contact messages as CSV in which no cell is a formula', async () => {
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
    expect((await staff('list', 'contact')).stdout.replaceAll(TIME, 'TIME').replace(ID, 'ID')).toBe(
      [
        'created_at,name,email,locale,message,mailed_at,answered_at,id',
        `TIME,"'=Ben, ""B.""",AMY@example.com,en,"One\ntwo",,,ID`,
        '',
      ].join('\r\n'),
    )
  })

  it('The staff command marks a contact message as answered and opens it again, and refuses an unknown one', async () => {
    const list = async () => (await staff('list', 'contact')).stdout
    const id = ID.exec(await list())?.[0] ?? ''
    const unknown = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    expect(await staff('answered', unknown)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no contact message with the id ${unknown}`),
    })
    expect(await staff('answered', id)).toMatchObject({
      code: 0,
      stdout: 'The message of AMY@example.com is marked as answered.\n',
    })
    expect((await list()).replaceAll(TIME, 'TIME')).toContain(`,,TIME,${id}`)
    expect((await staff('reopen', id)).stdout).toBe('The message of AMY@example.com is open again.\n')
    expect(await list()).toContain(`,,,${id}`)
  })

  it('The staff command deletes what a visitor left, whatever the case of the e-mail address', async () => {
    expect(await staff('forget', 'aMy@example.com')).toMatchObject({
      code: 0,
      stdout: 'Deleted for aMy@example.com: 1 newsletter addresses, 1 contact messages.\n',
    })
    expect((await staff('list', 'newsletter')).stdout).toMatch(/^email,.*\r\n'=1\+1@example.com,.*\r\n$/)
    expect((await staff('list', 'contact')).stdout).toMatch(/^created_at,.*\r\n$/)
    expect((await staff('forget', 'amy@example.com')).stdout).toContain('0 newsletter addresses, 0 contact messages')
  })
})
