import { describe, expect, it } from 'vitest'
import { cutText, TRUNCATE_AT } from './cut-text.ts'

const FAMILY = '👩‍👩‍👧‍👦'

function length(text: string | null): number {
  return [...new Intl.Segmenter().segment(text ?? '')].length
}

describe('A long text', () => {
  it('A long text is cut after a whole word, within the maximum length', () => {
    const text = `${'A word and '.repeat(20)}the end.`
    const cut = cutText(text, TRUNCATE_AT)
    expect(cut).toBe(`${'A word and '.repeat(13)}A word`)
    expect(length(cut)).toBeLessThanOrEqual(TRUNCATE_AT)
  })

  it('A long text keeps a word that ends exactly at the maximum length', () => {
    expect(cutText('one two three', 7)).toBe('one two')
    expect(cutText('one two\nthree', 7)).toBe('one two')
    expect(cutText('one two three', 8)).toBe('one two')
  })

  it('A long text is not cut after a comma or a space', () => {
    expect(cutText('one two,  three four', 12)).toBe('one two')
    expect(cutText('one two.\n\nthree', 11)).toBe('one two.')
  })

  it('A cut keeps French punctuation with its word', () => {
    expect(cutText('vraiment oui\u202f! Et alors', 14)).toBe('vraiment oui\u202f!')
    expect(cutText('vraiment oui\u202f! Et alors', 13)).toBe('vraiment')
  })

  it('A long text without spaces is cut at the maximum length', () => {
    expect(cutText('W'.repeat(5000), TRUNCATE_AT)).toBe('W'.repeat(TRUNCATE_AT))
    expect(cutText('夜'.repeat(200), TRUNCATE_AT)).toBe('夜'.repeat(TRUNCATE_AT))
    expect(cutText(`Oh ${'W'.repeat(300)}`, TRUNCATE_AT)).toBe(`Oh ${'W'.repeat(TRUNCATE_AT - 3)}`)
  })

  it('An emoji of many code points counts as one character, and is never split', () => {
    expect(cutText(FAMILY.repeat(151), TRUNCATE_AT)).toBe(FAMILY.repeat(TRUNCATE_AT))
    expect(cutText(FAMILY.repeat(150), TRUNCATE_AT)).toBeNull()
    expect(cutText(`${'a '.repeat(74)}b${FAMILY}${FAMILY}`, TRUNCATE_AT)).toBe('a '.repeat(74).trim())
  })
})

describe('A short text', () => {
  it('A short text is not cut', () => {
    expect(cutText('', TRUNCATE_AT)).toBeNull()
    expect(cutText('x'.repeat(TRUNCATE_AT), TRUNCATE_AT)).toBeNull()
    expect(cutText(`${'a '.repeat(75).trim()}b`, TRUNCATE_AT)).toBeNull()
  })
})
