import { afterEach, expect, test } from 'vitest'
import { currentToasts, dismissToast, type ToastType, toast } from './toasts.ts'

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
})

const say = (message: string, type: ToastType = 'info') => toast({ type, message })
const said = () => currentToasts().map(({ message }) => message)

test('Somebody who is told the same thing twice sees one toast, which counts as shown anew', () => {
  const first = say('Saved')
  const [before] = currentToasts()
  expect(say('Saved')).toBe(first)
  expect(said()).toEqual(['Saved'])
  expect(currentToasts()[0]?.shown).toBeGreaterThan(before?.shown ?? 0)
})

test('The same words as good news and as an error are two toasts', () => {
  say('Saved', 'success')
  say('Saved', 'error')
  expect(said()).toEqual(['Saved', 'Saved'])
})

test('Nobody sees more than three toasts at a time: the one that was shown longest ago gives way', () => {
  for (const message of ['One', 'Two', 'Three']) say(message)
  // Shown again, it is no longer the oldest.
  say('One')
  say('Four')
  expect(said()).toEqual(['One', 'Three', 'Four'])
})

test('A toast that is shown again carries what can be done about it now', () => {
  const pressed: string[] = []
  for (const name of ['old', 'new']) {
    toast({ type: 'error', message: 'No', action: { label: 'Go', onPress: () => pressed.push(name) } })
  }
  currentToasts()[0]?.action?.onPress()
  expect(pressed).toEqual(['new'])
})
