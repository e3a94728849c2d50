import { useEffect, useEffectEvent } from 'react'

interface Actions {
  previous: () => void
  next: () => void
  pause: (() => void) | null
  mute: (() => void) | null
}

/** Left, Right, Space and m. Escape is the stage's own; while a dialog lies over it, all keys are the dialog's. */
export function useStoryKeys({ previous, next, pause, mute }: Actions, isOff: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowLeft') previous()
    if (event.key === 'ArrowRight') next()
    if (event.key.toLowerCase() === 'm') mute?.()
    if (event.key === ' ' && !event.repeat && !isControl(event.target)) {
      event.preventDefault()
      pause?.()
    }
  })
  useEffect(() => {
    if (isOff) return
    const hear = (event: KeyboardEvent) => press(event)
    // Before anybody else: Base UI keeps the arrows to itself.
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [isOff])
}

/** What has the focus and knows by itself what Space means. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a') !== null
}
