import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

interface DragOptions {
  list: RefObject<HTMLElement | null>
  keys: readonly string[]
  onMove: (key: string, to: number) => void
}

/**
 * Reordering by a handle: with a mouse or a finger the picture takes the place over which it is held, with the arrow keys
 * it moves by one. The listeners are on the window, because the handle is moved in the document meanwhile.
 */
export function usePictureDrag({ list, keys, onMove }: DragOptions) {
  const [dragged, setDragged] = useState<string | null>(null)
  const latest = useRef({ keys, onMove })
  const stop = useRef<() => void>(undefined)
  const refocus = useRef<string | null>(null)

  useLayoutEffect(() => {
    latest.current = { keys, onMove }
    // Moving an element in the document takes the focus from it.
    const handle = refocus.current && handleOf(list.current, refocus.current)
    if (handle && document.activeElement !== handle) handle.focus()
    refocus.current = null
  })
  useEffect(() => () => stop.current?.(), [])

  function start(key: string) {
    return ({ button, pointerId }: PointerEvent) => {
      if (button !== 0) return
      stop.current?.()
      setDragged(key)
      const move = (event: globalThis.PointerEvent) => {
        if (event.pointerId !== pointerId) return
        const over = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-picture]')
        const to = over && list.current?.contains(over) ? latest.current.keys.indexOf(over.dataset.picture ?? '') : -1
        if (to >= 0 && latest.current.keys[to] !== key) latest.current.onMove(key, to)
      }
      const end = (event: globalThis.PointerEvent) => {
        if (event.pointerId === pointerId) stop.current?.()
      }
      addEventListener('pointermove', move)
      addEventListener('pointerup', end)
      addEventListener('pointercancel', end)
      stop.current = () => {
        stop.current = undefined
        removeEventListener('pointermove', move)
        removeEventListener('pointerup', end)
        removeEventListener('pointercancel', end)
        setDragged(null)
      }
    }
  }

  function handleKey(key: string) {
    return (event: KeyboardEvent) => {
      const at = keys.indexOf(key)
      const to = {
        ArrowLeft: at - 1,
        ArrowUp: at - 1,
        ArrowRight: at + 1,
        ArrowDown: at + 1,
        Home: 0,
        End: keys.length - 1,
      }[event.key]
      if (to === undefined) return
      event.preventDefault()
      if (to < 0 || to >= keys.length || to === at) return
      refocus.current = key
      onMove(key, to)
    }
  }

  return { dragged, start, handleKey }
}

function handleOf(list: HTMLElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-picture="${CSS.escape(key)}"] [data-handle]`) ?? null
}
