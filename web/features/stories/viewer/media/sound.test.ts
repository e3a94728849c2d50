import { expect, test } from 'vitest'
import { isMuted, playOrMute, type Sound, toggled } from './sound.ts'

const SILENT: Sound = { is_wanted: false, is_refused: false }
const LOUD: Sound = { is_wanted: true, is_refused: false }
const REFUSED: Sound = { is_wanted: true, is_refused: true }

test('A story is muted until the viewer turns the sound on, and again when they turn it off', () => {
  expect(isMuted(SILENT)).toBe(true)
  expect(toggled(SILENT)).toEqual(LOUD)
  expect(isMuted(LOUD)).toBe(false)
  expect(toggled(LOUD)).toEqual(SILENT)
})

test('If the browser refuses sound, the story is shown as muted, and the next press asks for sound again', () => {
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

test('If the browser refuses sound, the video is played muted, and that is reported', async () => {
  const { element, heard } = video(false, 'NotAllowedError')
  expect(await playOrMute(element)).toBe('without_sound')
  expect(heard).toEqual(['with sound', 'silent'])
  expect(element.muted).toBe(true)
})

test('If the browser refuses to play even a muted video, there is no third attempt, and that is reported', async () => {
  const loud = video(false, 'NotAllowedError', 'NotAllowedError')
  expect(await playOrMute(loud.element)).toBe('refused')
  expect(loud.heard).toEqual(['with sound', 'silent'])
  const silent = video(true, 'NotAllowedError')
  expect(await playOrMute(silent.element)).toBe('refused')
  expect(silent.heard).toEqual(['silent'])
})

test('A pause before playback starts does not mute the video', async () => {
  const { element, heard } = video(false, 'AbortError')
  expect(await playOrMute(element)).toBe('aborted')
  expect([element.muted, heard]).toEqual([false, ['with sound']])
})

test('A video that may play with sound does so', async () => {
  const { element } = video(false, 'yes')
  expect([await playOrMute(element), element.muted]).toEqual(['playing', false])
})
