import { describe, expect, it } from 'vitest'
import { hasTag } from '#server/http/entity-tag.ts'
import { matchesIfRange, readRange } from './byte-ranges.ts'

describe('Byte ranges of a file of 100 bytes', () => {
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
  ])('The range %s is read as %i to %i', (header, start, end) => {
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
  ])('The range %s cannot be satisfied', (header) => {
    expect(readRange(header, 100)).toBe('unsatisfiable')
  })

  it('The whole file is sent where no range, several ranges or another unit is asked for', () => {
    for (const header of [undefined, '', 'bytes=0-1,5-6', 'items=0-1', 'bytes', 'garbage'])
      expect(readRange(header, 100), header).toBeUndefined()
  })

  it('No range of an empty file can be satisfied', () => {
    for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) expect(readRange(header, 0)).toBe('unsatisfiable')
  })
})

describe('Entity tags', () => {
  it('An entity tag is recognised in a list, and when a proxy has marked it as weak', () => {
    for (const header of ['"a"', '"b", "a"', 'W/"a"', '*']) expect(hasTag(header, '"a"'), header).toBe(true)
    for (const header of [undefined, '', '"b"', 'a', '"a', '"A"']) expect(hasTag(header, '"a"'), header).toBe(false)
  })

  it('A range with If-Range is sent only when the entity tag is exactly the same', () => {
    for (const header of [undefined, '"a"']) expect(matchesIfRange(header, '"a"'), header).toBe(true)
    for (const header of ['"b"', 'W/"a"', 'Sun, 01 Mar 2026 12:00:00 GMT', '']) {
      expect(matchesIfRange(header, '"a"'), header).toBe(false)
    }
  })
})
