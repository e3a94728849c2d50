import { afterEach, expect, test } from 'vitest'
import { currentToasts, dismissToast, type ToastType, toast } from './toasts.ts'

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
})

const say = (message: string, type: ToastType = 'info') => toast({ type, message })
const said = () => currentToasts().map(({ message }) => message)

test('A repeated message is one toast, with a new time', () => {
  const first = say('Saved')
  const [before] = currentToasts()
  expect(say('Saved')).toBe(first)
  expect(said()).toEqual(['Saved'])
  expect(currentToasts()[0]?.shown).toBeGreaterThan(before?.shown ?? 0)
})

test('The same message as success and as error makes two toasts', () => {
  say('Saved', 'success')
  say('Saved', 'error')
  expect(said()).toEqual(['Saved', 'Saved'])
})

test('At most three toasts are shown: the oldest is replaced', () => {
  for (const message of ['One', 'Two', 'Three']) say(message)
  // Shown again, it is no longer the oldest.
  say('One')
  say('Four')
  expect(said()).toEqual(['One', 'Three', 'Four'])
})

test('A repeated toast has the newest action', () => {
  const pressed: string[] = []
  for (const name of ['old', 'new']) {
    toast({ type: 'error', message: 'No', action: { label: 'Go', onPress: () => pressed.push(name) } })
  }
  currentToasts()[0]?.action?.onPress()
  expect(pressed).toEqual(['new'])
})
