import { describe, expect, it } from 'vitest'
import { hasTag } from '#server/http/entity-tag.ts'
import { matchesIfRange, readRange } from './byte-ranges.ts'

describe('A part of a file of 100 bytes', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=10-19', 10, 19],
    ['bytes=90-', 90, 99],
    ['bytes=90-1000', 90, 99],
    ['bytes=0-99999999999999999999999999', 0, 99],
    ['bytes=-1', 99, 99],
    ['bytes=-100', 0, 99],
    ['bytes=-1000', 0, 99],
    ['BYTES = 5 - 6 ', 5, 6],
  ])('is %s', (header, start, end) => {
    expect(readRange(header, 100)).toEqual({ start, end })
  })

  it.each([
    'bytes=100-',
    'bytes=100-200',
    'bytes=5-4',
    'bytes=-0',
    'bytes=-',
    'bytes=',
    'bytes=a-b',
    'bytes=1-2-3',
    'bytes=0x1-0x2',
    'bytes=1.5-2',
    'bytes=--5',
    'bytes=99999999999999999999999999-',
  ])('cannot be %s', (header) => {
    expect(readRange(header, 100)).toBe('unsatisfiable')
  })

  it('is all of it where nothing, several parts or another unit is asked for', () => {
    for (const header of [undefined, '', 'bytes=0-1,5-6', 'items=0-1', 'bytes', 'garbage'])
      expect(readRange(header, 100), header).toBeUndefined()
  })

  it('is never there in an empty file', () => {
    for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) expect(readRange(header, 0)).toBe('unsatisfiable')
  })
})

describe('A tag', () => {
  it('is known among others, and when a proxy has marked it as weak', () => {
    for (const header of ['"a"', '"b", "a"', 'W/"a"', '*']) expect(hasTag(header, '"a"'), header).toBe(true)
    for (const header of [undefined, '', '"b"', 'a', '"a', '"A"']) expect(hasTag(header, '"a"'), header).toBe(false)
  })

  it('lets a part be sent only when it is the same, to the letter', () => {
    for (const header of [undefined, '"a"']) expect(matchesIfRange(header, '"a"'), header).toBe(true)
    for (const header of ['"b"', 'W/"a"', 'Sun, 01 Mar 2026 12:00:00 GMT', '']) {
      expect(matchesIfRange(header, '"a"'), header).toBe(false)
    }
  })
})
