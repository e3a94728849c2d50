import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { backUp, emptyPlaces, restore, rowsIn, settingsOf } from '#tests/support/backups.ts'
import { world } from '#tests/support/world.ts'

const { newPlace, emptyPlace } = await emptyPlaces()
const house = await world()
await (await house.creator('amy')).posts()
const saved = newPlace()
await backUp(settingsOf(house), saved)

describe('A restore is refused', () => {
  /** A copy of the backup in which something is wrong. */
  async function damaged(damage: (folder: string) => Promise<void>): Promise<string> {
    const folder = newPlace()
    await cp(saved, folder, { recursive: true })
    await damage(folder)
    return folder
  }
  const isUntouched = async ({ DATABASE_URL }: { DATABASE_URL: string }) => {
    const rows = Object.entries(await rowsIn(DATABASE_URL)).filter(([name]) => name !== 'readiness_probe')
    return rows.every(([, lines]) => lines.length === 0)
  }

  it.each([[['--force']], [['a', 'b']]])('when the words are off: %j', async (words) => {
    const { code, stderr } = await restore(settingsOf(house), ...words)
    expect([code, stderr]).toEqual([2, expect.stringContaining('npm run restore -- FOLDER')])
  })

  it('where somebody lives already, who notices nothing', async () => {
    const before = await rowsIn(settingsOf(house).DATABASE_URL)
    const { code, stdout, stderr } = await restore(settingsOf(house), saved)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^This database is not empty: its table \w+ has rows\./)
    expect(await rowsIn(settingsOf(house).DATABASE_URL)).toEqual(before)
  })

  it('where a product was started once', async () => {
    const other = await world()
    const { code, stderr } = await restore({ ...settingsOf(other), DATA_DIR: newPlace() }, saved)
    expect([code, stderr]).toEqual([1, expect.stringContaining('its table secrets has rows')])
  })

  it('beside the pictures of somebody else, with an owner or without', async () => {
    const place = await emptyPlace()
    const other = await world()
    await (await other.creator('ben')).posts()
    for (const owner of ['with', 'without']) {
      if (owner === 'without') await rm(path.join(other.ctx.config.data_dir, 'media/owner'))
      const { code, stderr } = await restore({ ...place, DATA_DIR: other.ctx.config.data_dir }, saved)
      expect([code, stderr]).toEqual([1, expect.stringContaining('The media store belongs to another database')])
    }
    expect(await rowsIn(place.DATABASE_URL)).toEqual({})
  })

  it.each<[string, string, (folder: string) => Promise<void>]>([
    ['is no backup', 'There is no complete backup in', (folder) => rm(path.join(folder, 'backup.json'))],
    [
      'is of another format',
      'was made by a newer version',
      (folder) => writeFile(path.join(folder, 'backup.json'), '{"format":2}'),
    ],
    ['lost a table', 'The backup is damaged: ', (folder) => rm(path.join(folder, 'tables/users.jsonl.gz'))],
    [
      'has another table than was written',
      'The backup is damaged: ',
      (folder) => appendFile(path.join(folder, 'tables/users.jsonl.gz'), 'x'),
    ],
  ])('when the folder %s', async (_, sentence, damage) => {
    const place = await emptyPlace()
    const { code, stdout, stderr } = await restore(place, await damaged(damage))
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(sentence)])
    expect(await rowsIn(place.DATABASE_URL)).toEqual({})
  })

  it('when a picture is missing or cut short, and leaves a database that another try can fill', async () => {
    const place = await emptyPlace()
    const folder = await damaged(async (copy) => {
      const names = await readdir(path.join(copy, 'media'), { recursive: true })
      await writeFile(path.join(copy, 'media', names.find((name) => name.endsWith('.webp')) ?? ''), 'x')
    })
    const { code, stderr } = await restore(place, folder)
    expect([code, stderr]).toEqual([1, expect.stringContaining('The backup is damaged: ')])
    expect(await isUntouched(place)).toBe(true)
    expect(await restore(place, saved)).toMatchObject({ code: 0, stderr: '' })
  })

  it('when it comes from a newer version', async () => {
    const folder = await damaged(async (copy) => {
      const summary = path.join(copy, 'backup.json')
      const backup = JSON.parse(await readFile(summary, 'utf8'))
      backup.migrations.push({ name: '999-future.sql', sha256: 'x' })
      await writeFile(summary, JSON.stringify(backup))
    })
    const { code, stderr } = await restore(await emptyPlace(), folder)
    expect([code, stderr]).toEqual([1, expect.stringContaining('which this version of Loge does not know')])
  })

  it('to all but one of those who try at once', async () => {
    const place = await emptyPlace()
    const tries = await Promise.all([1, 2, 3].map(() => restore(place, saved)))
    expect(tries.map(({ code }) => code).sort()).toEqual([0, 1, 1])
    expect(await rowsIn(place.DATABASE_URL)).toEqual(await rowsIn(settingsOf(house).DATABASE_URL))
  })
})
