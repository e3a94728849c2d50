import { expect, test } from 'vitest'
import { isMuted, type Sound, toggled } from './sound.ts'

const SILENT: Sound = { is_wanted: false, is_refused: false }
const LOUD: Sound = { is_wanted: true, is_refused: false }
const REFUSED: Sound = { is_wanted: true, is_refused: true }

test('Nothing is heard until somebody asks for sound, and nothing again when they ask for silence', () => {
  expect(isMuted(SILENT)).toBe(true)
  expect(toggled(SILENT)).toEqual(LOUD)
  expect(isMuted(LOUD)).toBe(false)
  expect(toggled(LOUD)).toEqual(SILENT)
})

test('Where the browser refuses sound it says muted, and the press that asks for sound again is a wish for sound', () => {
  expect(isMuted(REFUSED)).toBe(true)
  expect(toggled(REFUSED)).toEqual(LOUD)
})
