import { describe, expect, it } from 'vitest'
import { fillName, longestFilled } from './name-token.ts'

describe('The name in a text to many', () => {
  it.each([
    ['Good evening {name}.', 'Good evening ada.'],
    ['{name}, {name}', 'ada, ada'],
    ['Write {{name}} for the name', 'Write {name} for the name'],
    ['{{name}}{name}', '{name}ada'],
    ['{{{name}}}', '{{name}}'],
    ['{Name} {} { name } $& {names}', '{Name} {} { name } $& {names}'],
  ])('%j is read as %j', (text, read) => {
    expect(fillName(text, 'ada')).toBe(read)
  })

  it('is never filled a second time, whatever the name is', () => {
    expect(fillName('{name}', '$&')).toBe('$&')
    expect(fillName('{{name}} {name}', '{name}')).toBe('{name} {name}')
  })

  it('counts as thirty characters, as the longest name does', () => {
    expect(longestFilled('Hi {name} 🎭')).toBe('Hi '.length + 30 + 2)
    expect(longestFilled('{{name}}')).toBe('{name}'.length)
  })
})
