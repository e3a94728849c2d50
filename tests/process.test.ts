import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { startProduct } from '#tests/e2e/support/product.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { type Ended, runScript } from '#tests/support/processes/run-script.ts'

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
})
