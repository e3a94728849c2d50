import { spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { FAST_SETTINGS } from '#tests/support/database/postgres.ts'
import { end, firstLine, startOwner } from '#tests/support/processes/embedded-owner.ts'
import { kill, killTree } from '#tests/support/processes/process-tree.ts'
import { type Embedded, type EmbeddedOptions, findEmbedded, startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const IN_USE = /^StartError: The data folder .* is in use by another running server/

let scratch: string
let prepared: string
let dataDir: string
const running: Embedded[] = []
const owners: ReturnType<typeof startOwner>[] = []

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'loge-embedded-'))
  prepared = path.join(scratch, 'prepared')
  const server = await startEmbedded({ dataDir: prepared, log: () => {}, settings: FAST_SETTINGS })
  await run(server.url, 'create table guests (name text); insert into guests values ($$amy$$)')
  await server.stop()
})
beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(scratch, 'test-')), 'data')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  await Promise.all(owners.splice(0).map((owner) => end(owner, 'SIGTERM')))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** Makes the data folder one in which the product has run, with one guest. */
const usePrepared = () => cp(prepared, dataDir, { recursive: true })

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, log: () => {}, settings: FAST_SETTINGS, ...options })
  running.push(server)
  return server
}

const refusal = (options?: Partial<EmbeddedOptions>) => start(options).then(() => 'it started', String)

/** Starts the product's database in another process. */
async function startElsewhere(): Promise<{ pid: number; answer: string }> {
  const owner = startOwner(dataDir)
  owners.push(owner)
  return { pid: owner.pid ?? 0, answer: await firstLine(owner) }
}

/** The processes that hold the advisory lock of the folder's owner. */
const lockHolders = (url: string) => run(url, "select pid from pg_locks where locktype = 'advisory' and granted")

async function run(url: string, statement: string): Promise<readonly unknown[]> {
  const db = connect(url, { max: 1 })
  try {
    return [...(await db.unsafe(statement))]
  } finally {
    await db.end()
  }
}

const guests = (url: string) => run(url, 'select name from guests')
const postmaster = async () =>
  Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
const eventually = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 45_000, interval: 50 })

describe('Starting on a data folder', { timeout: 60_000 }, () => {
  it('A start is refused on a folder where the product runs already, and the running product is not disturbed', async () => {
    await usePrepared()
    const first = await startElsewhere()
    const pid = await postmaster()
    expect(await refusal()).toMatch(IN_USE)
    // The owner file helps; the lock in the database decides.
    await rm(path.join(dataDir, 'owner'))
    expect(await refusal()).toMatch(IN_USE)
    expect(await guests(first.answer)).toHaveLength(1)
    expect(await postmaster()).toBe(pid)
  })

  it('A start is refused while the database of a living owner is down for a moment', async () => {
    await usePrepared()
    const elsewhere = path.join(scratch, 'elsewhere')
    await cp(prepared, elsewhere, { recursive: true })
    const owner = startOwner(elsewhere)
    owners.push(owner)
    await firstLine(owner)
    await cp(path.join(elsewhere, 'owner'), path.join(dataDir, 'owner'))
    expect(await refusal()).toMatch(IN_USE)
    await end(owner, 'SIGKILL')
    expect(await guests((await start()).url)).toHaveLength(1)
    killTree(Number((await readFile(path.join(elsewhere, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]))
  })

  it('A start is refused on the folder of an older PostgreSQL, which is left as it is', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
    await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), '17\n')
    expect(await refusal()).toMatch(/was created by PostgreSQL 17, and this version of Loge contains PostgreSQL 18/)
    expect(await readdir(path.join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
  })

  it('A start is refused on a folder that holds something else, which is left as it is', async () => {
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
    await writeFile(path.join(dataDir, 'postgres/novel.txt'), 'Chapter one')
    expect(await refusal()).toMatch(/is not a data folder of PostgreSQL/)
    expect(await readdir(path.join(dataDir, 'postgres'))).toEqual(['novel.txt'])
  })

  it('A start is refused where nothing can be written', async () => {
    await chmod(path.dirname(dataDir), 0o555)
    // Root can write everywhere but there.
    const place = isRoot ? '/proc/loge' : dataDir
    expect(await refusal({ dataDir: place })).toMatch(/^StartError: The data folder .* cannot be written to \(/)
  })

  it('A start is refused where a file is in the way', async () => {
    await writeFile(dataDir, '')
    expect(await refusal()).toMatch(/cannot be written to \(a file is in the way\)/)
    expect(await refusal({ dataDir: path.join(dataDir, 'inside') })).toMatch(/\(a file is in the way\)/)
  })

  it('A start is refused when the password of the database is missing', async () => {
    await usePrepared()
    await rm(path.join(dataDir, 'postgres/loge.password'))
    expect(await refusal()).toMatch(/The password of the database is missing: restore the file/)
  })

  it('A second start finds all data, in a folder that only its owner can enter', async () => {
    await chmod(path.dirname(dataDir), 0o700)
    const first = await start()
    await run(first.url, 'create table seats (number int); insert into seats values (7)')
    await first.stop()
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    const second = await start()
    expect(await run(second.url, 'select number from seats')).toEqual([{ number: 7 }])
  })

  it('Root without namespaces is told which folder the unprivileged user cannot enter; other users need no namespace', async () => {
    await chmod(path.dirname(dataDir), 0o700)
    const answer = await refusal({ mayUseNamespaces: false })
    if (isRoot) expect(answer).toMatch(/unprivileged user cannot enter \/.*: allow that with chmod o\+x/)
    else expect(answer).toBe('it started')
  })

  it('Of two starts at the same moment on an empty folder exactly one succeeds', async () => {
    const answers = (await Promise.all([startElsewhere(), startElsewhere()])).map(({ answer }) => answer).sort()
    expect(answers).toEqual([expect.stringMatching(IN_USE), expect.stringMatching(/^postgres:/)])
  })
})

describe('Starting after a crash', { timeout: 60_000 }, () => {
  it('After a crash of the product alone, the next start takes over from the database that was left running', async () => {
    await usePrepared()
    const first = await startElsewhere()
    const orphan = await postmaster()
    kill(first.pid)
    const second = await start()
    expect(await guests(second.url)).toHaveLength(1)
    expect(await postmaster()).not.toBe(orphan)
  })

  it('After a crash of the product and the database, the next start works', async () => {
    await usePrepared()
    const first = await startElsewhere()
    killTree(first.pid)
    const second = await start()
    expect(await guests(second.url)).toHaveLength(1)
  })

  it('After a crash of the whole machine, a process id that now belongs to another program does not matter', async () => {
    await usePrepared()
    const stranger = spawn(process.execPath, ['--eval', 'process.stdin.resume()'])
    const note = [stranger.pid, path.join(dataDir, 'postgres'), 1_700_000_000, 5432, '', '127.0.0.1', '1 2', 'ready']
    await writeFile(path.join(dataDir, 'postgres/postmaster.pid'), note.join('\n'))
    const answer = await start().then(({ url }) => guests(url), String)
    stranger.kill()
    expect(answer).toHaveLength(1)
  })

  it('After a crash during the first start, the next start begins anew', async () => {
    const first = startOwner(dataDir)
    const drafts = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))
    const half = await eventually(async () => {
      const [draft = ''] = await drafts()
      await stat(path.join(dataDir, draft, 'cluster/base'))
      return draft
    })
    kill(first.pid ?? 0)
    // While the process can still be seen as running, its draft is left alone.
    await eventually(async () => expect(first.signalCode).toBe('SIGKILL'))
    expect(half).toBe(`postgres.new-${first.pid}`)
    expect(await readdir(dataDir)).not.toContain('postgres')
    const second = await start()
    expect(await run(second.url, 'select 1 as fine')).toEqual([{ fine: 1 }])
    expect(await drafts()).toEqual([])
  })

  it('A database that crashed alone is restarted under the same address, and still belongs to its owner', async () => {
    await usePrepared()
    const { answer: url } = await startElsewhere()
    kill(await postmaster())
    await eventually(() => guests(url))
    // Until the owner has the lock again, its file stands for it; then the lock alone must be enough.
    await eventually(async () => expect(await lockHolders(url)).toHaveLength(1))
    await rm(path.join(dataDir, 'owner'))
    expect(await refusal()).toMatch(IN_USE)
  })

  it('After a crash of one connection, which ends all, the folder still belongs to its owner', async () => {
    await usePrepared()
    const server = await start()
    const [victim] = await run(server.url, "select pid from pg_stat_activity where application_name = 'loge owner'")
    kill((victim as { pid: number }).pid)
    await eventually(async () => {
      const held = await lockHolders(server.url)
      expect(held).toHaveLength(1)
      expect(held).not.toEqual([victim])
    })
  })
})

describe('The embedded database', () => {
  it('The embedded database admits nobody without the password', async () => {
    await usePrepared()
    const { url } = await start()
    await expect(run(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password authentication failed/)
    await expect(run(url.replace(/:[^:@]+@/, '@'), 'select 1')).rejects.toThrow(/password/)
    expect((await stat(path.join(dataDir, 'postgres/loge.password'))).mode & 0o777).toBe(0o600)
  })

  it('The embedded database keeps the values of statements out of its log', async () => {
    await usePrepared()
    const lines: string[] = []
    const { url } = await start({ log: (line) => void lines.push(line) })
    await expect(run(url, "select 'a secret message'::int")).rejects.toThrow()
    await running.pop()?.stop()
    expect(lines.join('\n')).toContain('database system is shut down')
    expect(lines.join('\n')).not.toContain('secret')
  })

  it('The embedded database survives a power cut, with its default settings', async () => {
    await usePrepared()
    const { url } = await start({ settings: {} })
    const [row] = await run(url, "select current_setting('fsync') || current_setting('synchronous_commit') as safe")
    expect(row).toEqual({ safe: 'onon' })
  })

  it('A command finds the embedded database beside a running product, and only then', async () => {
    await usePrepared()
    expect(await findEmbedded(dataDir)).toBeUndefined()
    const { url } = await start()
    expect(await findEmbedded(dataDir)).toBe(url)
  })

  it('The embedded database leaves nothing behind when it is stopped', async () => {
    await usePrepared()
    const server = await start()
    const pid = await postmaster()
    await server.stop()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })
})
