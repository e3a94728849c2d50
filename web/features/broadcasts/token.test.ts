import { describe, expect, it } from 'vitest'
import { partsOf, toStored, toTyped } from './token.ts'

describe('The name token while a text is typed', () => {
  it.each([
    ['Bonsoir {nom}, {name}', 'Bonsoir {name}, {name}'],
    ['{{nom}} {nom}', '{{name}} {name}'],
    ['rien', 'rien'],
  ])('%j is sent as %j', (typed, stored) => {
    expect(toStored(typed, '{nom}')).toBe(stored)
  })

  it('comes back in the words of the language', () => {
    expect(toTyped('{name} {{name}}', '{nom}')).toBe('{nom} {{nom}}')
  })

  it('is drawn where it stands for a name, and nowhere else', () => {
    const shown = (typed: string) => partsOf(typed, '{nom}').map(({ text, isToken }) => (isToken ? `[${text}]` : text))
    expect(shown('a {nom} b {{nom}} {name}')).toEqual(['a ', '[{nom}]', ' b {{nom}} ', '[{name}]'])
    expect(shown('')).toEqual([])
    expect(shown('{nom}')).toEqual(['[{nom}]'])
  })
})
