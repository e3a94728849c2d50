import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { toCsv, toCsvPieces } from './csv.ts'

describe('A table for a spreadsheet', () => {
  it.each([
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ['+33 1 23 45', "'+33 1 23 45"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
  ])('runs nothing that a stranger wrote: %j', (written, expected) => {
    expect(toCsv(['text'], [{ text: written }])).toBe(`text\r\n${expected}\r\n`)
  })

  it.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "hi"', '"say ""hi"""'],
    ['one\ntwo', '"one\ntwo"'],
    ['1 = 1', '1 = 1'],
    ['é 🎭', 'é 🎭'],
    ['', ''],
    [null, ''],
    [true, 'true'],
    [false, 'false'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [{ cents: 2450 }, '24.50'],
    [{ cents: -5 }, '-0.05'],
  ])('holds %j', (value, expected) => {
    expect(toCsv(['value'], [{ value }])).toBe(`value\r\n${expected}\r\n`)
  })

  it('has its columns in the order that was asked for, and its names also when it is empty', () => {
    expect(toCsv(['b', 'a'], [{ a: '1', b: '2' }])).toBe('b,a\r\n2,1\r\n')
    expect(toCsv(['b', 'a'], [])).toBe('b,a\r\n')
  })
})

describe('A table for a spreadsheet, in pieces', () => {
  const asked: number[] = []
  async function* pages(...sizes: number[]) {
    asked.length = 0
    for (const size of sizes) {
      asked.push(size)
      yield Array.from({ length: size }, (_, index) => ({ a: `${index}`, b: 'x, y' }))
    }
  }

  it.each([[[]], [[0]], [[3]], [[3, 2, 0]]])('has the same bytes as a whole one: pages of %j', async (sizes) => {
    const rows = (await Readable.from(pages(...sizes)).toArray()).flat()
    const pieces = await Readable.from(toCsvPieces(['b', 'a'], pages(...sizes))).toArray()
    expect(pieces.join('')).toBe(toCsv(['b', 'a'], rows))
  })

  it('asks for rows only when those before them have gone', async () => {
    const pieces = toCsvPieces(['a'], pages(1, 1, 1))
    await pieces.next()
    expect(asked).toEqual([1])
    await pieces.next()
    expect(asked).toEqual([1, 1])
  })
})
