import { describe, expect, it } from 'vitest'
import { sizeText } from './size-text.ts'

describe('A size', () => {
  it.each([
    [0, '1 kB'],
    [1, '1 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [1_250_000, '1.3 MB'],
    [48_200_000, '48 MB'],
    [3_210_000_000, '3.2 GB'],
    [5_000_000_000_000, '5,000 GB'],
  ])('of %i bytes is %s', (bytes, words) => {
    expect(sizeText(bytes, 'en')).toBe(words)
  })

  it('is said in French to who reads French', () => {
    expect(sizeText(1_250_000, 'fr')).toMatch(/^1,3\sMo$/)
  })
})
