import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { readRange } from '#server/features/media/byte-ranges.ts'
import { excerpt } from '#server/features/notices/words.ts'
import { redactSecrets } from '#server/log.ts'
import { encodingFor } from '#server/site/pages.ts'
import { backtrackingTexts, worstRatio } from '#tests/support/network/parser-cost.ts'
import { world } from '#tests/support/world.ts'
import { trustedForwardedFor } from './bounded-headers.ts'
import { hasTag } from './entity-tag.ts'
import { preferredLocale, requestLocale } from './locale.ts'
import { boundaryOf, readMultipart } from './multipart.ts'

const { app, creator } = await world()

/** The maximum length of one header. */
const LONG = 15_000
/** Backtracking costs thousands of times as much as reading the text once. */
const RATIO_MAX = 200

function ignoringErrors(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

describe('Regular expressions without catastrophic backtracking', () => {
  it.each<[string, (text: string) => unknown, string]>([
    ['Accept-Encoding', encodingFor, ''],
    ['Accept-Language', preferredLocale, 'fr'],
    ['Cookie', (cookie) => requestLocale({ cookie }), ';'],
    ['If-None-Match', (text) => hasTag(text, '"x"'), 'W/'],
    ['Range', (text) => readRange(text, 1000), 'bytes='],
    ['Range without its unit', (text) => readRange(text, 1000), 'bytes'],
    ['X-Forwarded-For', trustedForwardedFor, '::1'],
    ['Content-Type', (text) => ignoringErrors(() => boundaryOf(text)), 'multipart/form-data'],
    [
      'Content-Type with a boundary',
      (text) => ignoringErrors(() => boundaryOf(text)),
      'multipart/form-data; boundary=a',
    ],
    ['an error that is logged', redactSecrets, 'authorization'],
    ['an error that is logged, with a token', redactSecrets, '?token='],
    ['the beginning of a text in a mail', excerpt, ','.repeat(59)],
  ])('15 KB of spaces, semicolons or quotation marks cost no more than 15 KB of letters in %s', (_, read, start) => {
    const ratio = worstRatio(read, backtrackingTexts(LONG, { start }), start + 'x'.repeat(LONG))
    expect(ratio).toBeLessThan(RATIO_MAX)
  })

  it('15 KB of accents after punctuation cost no more than letters at the beginning of a text in a mail', () => {
    const text = `${','.repeat(59)}${'\u0301'.repeat(LONG)} and more`
    expect(worstRatio(excerpt, [text], 'x'.repeat(LONG))).toBeLessThan(RATIO_MAX)
  })

  it('Hostile headers of a part cost no more than letters in a form', async () => {
    const heads = backtrackingTexts(7000, { start: 'Content-Disposition: form-data; name="a"' })
    const slowest = async (texts: string[]) => {
      const times: number[] = []
      for (const text of texts) {
        const before = process.cpuUsage()
        const body = [Buffer.from(`--x\r\n${text}\r\n\r\n\r\n--x--`)]
        await readMultipart(
          (async function* () {
            yield* body
          })(),
          'x',
          () => ({ write: () => {}, end: () => {} }),
        ).catch(() => {})
        times.push(process.cpuUsage(before).user)
      }
      return Math.max(...times)
    }
    const letters = 'x'.repeat(7000)
    await slowest([letters, ...heads])
    expect(await slowest(heads)).toBeLessThan(RATIO_MAX * Math.max(500, await slowest(Array(10).fill(letters))))
  })

  it('Hostile texts cost no more than letters in every pattern of the contract', () => {
    const patterns = new Set<string>()
    JSON.stringify(Object.values(endpoints), (name, value) => {
      if (name === 'pattern' && typeof value === 'string') patterns.add(value)
      return value
    })
    expect(patterns.size).toBeGreaterThan(4)
    for (const pattern of patterns) {
      const expression = new RegExp(pattern, 'u')
      for (const start of ['', 'a@a.', 'a@a.aa', '1']) {
        const texts = backtrackingTexts(5000, { start })
        const ratio = worstRatio((text) => expression.test(text), texts, 'x'.repeat(5000))
        expect(ratio, `${pattern} after ${start}`).toBeLessThan(RATIO_MAX)
      }
    }
  })
})

describe('Headers beyond the maximum', () => {
  it('A header that is longer than any browser sends is ignored, and the request is answered', async () => {
    const amy = await creator('amy')
    const path = (await amy.posts()).file ?? ''
    const { headers, bytes } = await amy.fetch(path)
    const filler = Array.from({ length: 200 }, (_, index) => `"other-${index}"`).join(', ')
    expect((await amy.fetch(path, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304)
    const long = await amy.fetch(path, { headers: { 'if-none-match': `${filler}, ${headers.etag}` } })
    expect([long.status, long.bytes.length]).toEqual([200, bytes.length])
    const range = await amy.fetch(path, { headers: { range: `bytes=0-${'9'.repeat(10_000)}` } })
    expect([range.status, range.bytes.length]).toEqual([200, bytes.length])
    const language = await app.inject({
      url: '/api/health/live',
      headers: { 'accept-language': `fr, ${'x'.repeat(10_000)}` },
    })
    expect(language.statusCode).toBe(200)
  })
})
