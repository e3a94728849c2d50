import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { backUp, restore, restoreAlone, rowsIn, scratchPlaces, settingsOf } from '#tests/support/scenarios/backups.ts'
import { world } from '#tests/support/world.ts'

const { newFolder, emptyInstallation } = await scratchPlaces()
const original = await world()
await (await original.creator('amy')).posts()
const saved = newFolder()
await backUp(settingsOf(original), saved)

describe('The restore command', () => {
  /** Copies the backup and damages the copy. */
  async function damaged(damage: (folder: string) => Promise<void>): Promise<string> {
    const folder = newFolder()
    await cp(saved, folder, { recursive: true })
    await damage(folder)
    return folder
  }
  const isUntouched = async ({ DATABASE_URL }: { DATABASE_URL: string }) => {
    const rows = Object.entries(await rowsIn(DATABASE_URL)).filter(([name]) => name !== 'readiness_probe')
    return rows.every(([, lines]) => lines.length === 0)
  }

  it.each([[['--force']], [['a', 'b']]])(
    'The restore command prints its usage for wrong arguments: %j',
    async (args) => {
      const { code, stderr } = await restore(settingsOf(original), ...args)
      expect([code, stderr]).toEqual([2, expect.stringContaining('npm run restore -- FOLDER')])
    },
  )

  it('A restore is refused if the database has rows, and these do not change', async () => {
    const before = await rowsIn(settingsOf(original).DATABASE_URL)
    const { code, stdout, stderr } = await restore(settingsOf(original), saved)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^This database is not empty: its table \w+ has rows\./)
    expect(await rowsIn(settingsOf(original).DATABASE_URL)).toEqual(before)
  })

  it('A restore is refused if a product has been started on the database', async () => {
    const other = await world()
    const { code, stderr } = await restore({ ...settingsOf(other), DATA_DIR: newFolder() }, saved)
    expect([code, stderr]).toEqual([1, expect.stringContaining('its table secrets has rows')])
  })

  it('A restore is refused if the media store belongs to another database, with or without its owner file', async () => {
    const target = await emptyInstallation()
    const other = await world()
    await (await other.creator('ben')).posts()
    for (const owner of ['with', 'without']) {
      if (owner === 'without') await rm(path.join(other.ctx.config.data_dir, 'media/owner'))
      const { code, stderr } = await restore({ ...target, DATA_DIR: other.ctx.config.data_dir }, saved)
      expect([code, stderr]).toEqual([1, expect.stringContaining('The media store belongs to another database')])
    }
    expect(await rowsIn(target.DATABASE_URL)).toEqual({})
  })

  it.each<[string, string, (folder: string) => Promise<void>]>([
    ['contains no backup', 'There is no complete backup in', (folder) => rm(path.join(folder, 'backup.json'))],
    [
      'has another format',
      'was made by a newer version',
      (folder) => writeFile(path.join(folder, 'backup.json'), '{"format":2}'),
    ],
    ['lacks a table', 'The backup is damaged: ', (folder) => rm(path.join(folder, 'tables/users.jsonl.gz'))],
    [
      'has a table that was changed',
      'The backup is damaged: ',
      (folder) => appendFile(path.join(folder, 'tables/users.jsonl.gz'), 'x'),
    ],
  ])('A restore is refused if the backup folder %s', async (_, sentence, damage) => {
    const target = await emptyInstallation()
    const { code, stdout, stderr } = await restore(target, await damaged(damage))
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(sentence)])
    expect(await rowsIn(target.DATABASE_URL)).toEqual({})
  })

  it('A restore is refused if a media file is missing or truncated, and a second attempt succeeds', async () => {
    const target = await emptyInstallation()
    const folder = await damaged(async (copy) => {
      const names = await readdir(path.join(copy, 'media'), { recursive: true })
      await writeFile(path.join(copy, 'media', names.find((name) => name.endsWith('.webp')) ?? ''), 'x')
    })
    const { code, stderr } = await restore(target, folder)
    expect([code, stderr]).toEqual([1, expect.stringContaining('The backup is damaged: ')])
    expect(await isUntouched(target)).toBe(true)
    expect(await restore(target, saved)).toMatchObject({ code: 0, stderr: '' })
  })

  it('A restore is refused if the backup comes from a newer version', async () => {
    const folder = await damaged(async (copy) => {
      const summary = path.join(copy, 'backup.json')
      const backup = JSON.parse(await readFile(summary, 'utf8'))
      backup.migrations.push({ name: '999-future.sql', sha256: 'x' })
      await writeFile(summary, JSON.stringify(backup))
    })
    const { code, stderr } = await restore(await emptyInstallation(), folder)
    expect([code, stderr]).toEqual([1, expect.stringContaining('which this version of Loge does not know')])
  })

  it('Only one of several restores at the same time succeeds', async () => {
    const target = await emptyInstallation()
    const tries = await Promise.all([1, 2, 3].map(() => restoreAlone(target, saved)))
    expect(tries.map(({ code }) => code).sort()).toEqual([0, 1, 1])
    expect(await rowsIn(target.DATABASE_URL)).toEqual(await rowsIn(settingsOf(original).DATABASE_URL))
  })
})
