import { expect, test } from 'vitest'
import { playOn } from './play-on.ts'

type Answer = 'yes' | 'NotAllowedError' | 'AbortError'

/** A video in a browser that answers each attempt to play as it is told. */
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
  expect(await playOn(element)).toBe('without_sound')
  expect(heard).toEqual(['with sound', 'silent'])
  expect(element.muted).toBe(true)
})

test('A browser that refuses to play at all is asked no third time, and that is told', async () => {
  const loud = video(false, 'NotAllowedError', 'NotAllowedError')
  expect(await playOn(loud.element)).toBe('refused')
  expect(loud.heard).toEqual(['with sound', 'silent'])
  const silent = video(true, 'NotAllowedError')
  expect(await playOn(silent.element)).toBe('refused')
  expect(silent.heard).toEqual(['silent'])
})

test('A pause that comes before it plays takes nobody’s sound away', async () => {
  const { element, heard } = video(false, 'AbortError')
  expect(await playOn(element)).toBe('called_off')
  expect([element.muted, heard]).toEqual([false, ['with sound']])
})

test('One that may plays as it was asked to', async () => {
  const { element } = video(false, 'yes')
  expect([await playOn(element), element.muted]).toEqual(['playing', false])
})
