import { describe, expect, it } from 'vitest'
import { sizeText } from './size-text.ts'

describe('The size of an export', () => {
  it.each([
    [0, '1 kB'],
    [1, '1 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [1_250_000, '1.3 MB'],
    [48_200_000, '48 MB'],
    [3_210_000_000, '3.2 GB'],
    [5_000_000_000_000, '5,000 GB'],
  ])('An export of %i bytes is shown as %s', (bytes, words) => {
    expect(sizeText(bytes, 'en')).toBe(words)
  })

  it('The size of an export is shown in French to a French reader', () => {
    expect(sizeText(1_250_000, 'fr')).toMatch(/^1,3\sMo$/)
  })
})
