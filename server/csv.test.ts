import { describe, expect, it } from 'vitest'
import { toCsv } from './csv.ts'

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
  ])('holds %j', (value, expected) => {
    expect(toCsv(['value'], [{ value }])).toBe(`value\r\n${expected}\r\n`)
  })

  it('has its columns in the order that was asked for, and its names also when it is empty', () => {
    expect(toCsv(['b', 'a'], [{ a: '1', b: '2' }])).toBe('b,a\r\n2,1\r\n')
    expect(toCsv(['b', 'a'], [])).toBe('b,a\r\n')
  })
})
