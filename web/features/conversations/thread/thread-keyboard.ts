import { type RefObject, useEffect } from 'react'
import { watchKeyboard } from '#web/ui/forms/soft-keyboard.ts'

/** The box ends above a phone's keyboard, so that what one writes and reads stays in view. */
export function useAboveKeyboard(box: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      watchKeyboard((above) => {
        const { style } = box.current ?? {}
        if (!style) return
        style.maxHeight = above ? `${above.height}px` : ''
        style.translate = above ? `0 ${above.top}px` : ''
      }),
    [box],
  )
}
