import { expect, test } from 'vitest'
import { isMuted, playOrMute, type Sound, toggled } from './sound.ts'

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

type Answer = 'yes' | 'NotAllowedError' | 'AbortError'

/** A fake video element that answers each attempt to play with the next of these answers. */
function video(muted: boolean, ...answers: Answer[]) {
  const heard: string[] = []
  const element = {
    muted,
    play: () => {
      heard.push(element.muted ? 'silent' : 'with sound')
      const answer = answers.shift() ?? 'yes'
      return answer === 'yes' ? Promise.resolve() : Promise.reject(new DOMException('No', answer))
    },
  }
  return { element, heard }
}

test('A browser that refuses sound is asked to play without, and that is told', async () => {
  const { element, heard } = video(false, 'NotAllowedError')
  expect(await playOrMute(element)).toBe('without_sound')
  expect(heard).toEqual(['with sound', 'silent'])
  expect(element.muted).toBe(true)
})

test('A browser that refuses to play at all is asked no third time, and that is told', async () => {
  const loud = video(false, 'NotAllowedError', 'NotAllowedError')
  expect(await playOrMute(loud.element)).toBe('refused')
  expect(loud.heard).toEqual(['with sound', 'silent'])
  const silent = video(true, 'NotAllowedError')
  expect(await playOrMute(silent.element)).toBe('refused')
  expect(silent.heard).toEqual(['silent'])
})

test('A pause that comes before it plays takes nobody’s sound away', async () => {
  const { element, heard } = video(false, 'AbortError')
  expect(await playOrMute(element)).toBe('aborted')
  expect([element.muted, heard]).toEqual([false, ['with sound']])
})

test('One that may plays as it was asked to', async () => {
  const { element } = video(false, 'yes')
  expect([await playOrMute(element), element.muted]).toEqual(['playing', false])
})
