import { expect, test } from 'vitest'
import { ERROR_CODES } from '#contract/errors.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

interface Words {
  [key: string]: string | Words
}

function textsOf(words: Words, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : textsOf(value, `${path}${key}.`),
  )
}

const english = textsOf(en)
const french = textsOf(fr)

test('Both languages say the same things, and French also counts by the million', () => {
  const keys = french.map(([key]) => key).filter((key) => !key.endsWith('_many'))
  expect(keys).toEqual(english.map(([key]) => key))
  expect(french.length).toBeGreaterThan(keys.length)
})

test('Nothing is left empty, and both leave the same gaps', () => {
  const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()
  for (const [key, text] of [...english, ...french]) expect(text.trim(), key).not.toBe('')
  for (const [key, text] of english) {
    expect(gaps(french.find(([other]) => other === key)?.[1] ?? ''), key).toEqual(gaps(text))
  }
})

test('Every refusal of the server has words', () => {
  expect(Object.keys(en.errors.code)).toEqual(ERROR_CODES)
})

test('French has a narrow no-break space before its high signs, and real apostrophes', () => {
  const wrong = french.filter(([, text]) => /[^\u202f][;?!%]|[^\u202f]:(?!\/\/)|['\u00a0]/.test(text))
  expect(wrong).toEqual([])
})
