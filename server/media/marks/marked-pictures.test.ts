import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { AppError } from '#server/errors.ts'
import { type MarkAnswer, MarkedPictures, type MarkQuestion, type ShownTo } from './marked-pictures.ts'

const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-marked-'))
afterAll(() => rm(data_dir, { recursive: true }))

const VIEWERS = 1000
const PICTURE_BYTES = 1000
const CACHE_BYTES = 50_500
const file = { store_key: 'a/picture', name: '960.webp', smallest: { width: 480, height: 600 } }
const shownTo = (n: number): ShownTo => ({
  ...{ viewer_id: `viewer-${n}`, username: `viewer${n}`, style: 'faint', day: '2026-03-01' },
})
const filesLeft = async () =>
  (await readdir(data_dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

/** Marked pictures whose workers answer with the name that they were to draw. */
function pictures(answer: (question: MarkQuestion) => MarkAnswer = drawn) {
  const asked: string[] = []
  const recorded: string[] = []
  const ask = async (question: object) => {
    const { mark } = question as MarkQuestion
    asked.push(mark.text)
    return answer(question as MarkQuestion)
  }
  const made = new MarkedPictures({ data_dir }, { ask: ask as never, cache_bytes: CACHE_BYTES })
  const get = async (shown: ShownTo) =>
    await made.get(file, shown, {
      open: async () => Readable.from([Buffer.alloc(PICTURE_BYTES)]),
      findKey: async () => Buffer.from(shown.viewer_id),
      record: async () => void recorded.push(shown.viewer_id),
    })
  return { made, asked, recorded, get }
}

function drawn({ mark }: MarkQuestion): MarkAnswer {
  const bytes = Buffer.alloc(PICTURE_BYTES)
  bytes.write(mark.text)
  return { bytes, thumbnail: { width: 1, bytes: new Uint8Array(1) } }
}

describe('Marked pictures in memory', () => {
  it('However many viewers see a picture, no more is kept than the bound, each gets their own, and no file is left', async () => {
    const { made, asked, recorded, get } = pictures()
    for (let from = 0; from < VIEWERS; from += 20) {
      const group = Array.from({ length: 20 }, (_, n) => shownTo(from + n))
      const answers = await Promise.all([...group, ...group].map(get))
      for (const [n, bytes] of answers.entries())
        expect(bytes?.toString('utf8', 0, 20)).toContain(`@viewer${from + (n % 20)} ·`)
      expect(made.bytes).toBeLessThanOrEqual(CACHE_BYTES)
    }
    expect(made.bytes).toBe(50 * PICTURE_BYTES)
    expect([asked.length, new Set(recorded).size, recorded.length]).toEqual([VIEWERS, VIEWERS, VIEWERS])
    expect(made.peek(file, shownTo(VIEWERS - 1))).toBeDefined()
    expect(made.peek(file, shownTo(0))).toBeUndefined()
    expect(await filesLeft()).toEqual([])
  })

  it('What one viewer was made is not kept for another one, another kind of mark, name, day or file', async () => {
    const { made, get } = pictures()
    const shown = shownTo(1)
    await get(shown)
    expect(made.peek(file, shown)).toBeDefined()
    for (const other of [
      { viewer_id: 'viewer-2' },
      { style: 'corner' as const },
      { username: 'new' },
      { day: '2026-03-02' },
    ])
      expect(made.peek(file, { ...shown, ...other }), JSON.stringify(other)).toBeUndefined()
    expect(made.peek({ ...file, name: '1600.webp' }, shown)).toBeUndefined()
    expect(made.peek({ ...file, store_key: 'another/picture' }, shown)).toBeUndefined()
  })

  it('A picture that is refused, because too many wait, is neither kept nor written down, and leaves no file', async () => {
    const { made, recorded, get } = pictures(() => {
      throw new AppError('busy', 'Too many pictures wait')
    })
    await expect(get(shownTo(1))).rejects.toThrow('Too many pictures wait')
    expect([made.bytes, recorded]).toEqual([0, []])
    expect(await filesLeft()).toEqual([])
  })
})
