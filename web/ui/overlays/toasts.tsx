import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { currentToasts, dismissToast, subscribeToToasts, TOAST_LIFETIME_MS, type Toast } from '#web/lib/toasts.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useTabHidden } from '#web/ui/use-tab-hidden.ts'
import { useToastPlace } from './toast-place.ts'

const KINDS = {
  success: { Icon: CircleCheck, colour: 'text-ok', wash: 'bg-ok-wash', role: 'status' },
  info: { Icon: Info, colour: 'text-info', wash: 'bg-info-wash', role: 'status' },
  warning: { Icon: TriangleAlert, colour: 'text-warn', wash: 'bg-warn-wash', role: 'alert' },
  error: { Icon: CircleX, colour: 'text-err', wash: 'bg-err-wash', role: 'alert' },
} as const

const NONE: readonly Toast[] = []

/** Throttle: a toast that is repeated quickly is announced once in this time. */
const ANNOUNCE_INTERVAL_MS = 1_000
const NO_BREAK_SPACE = '\u00a0'

/**
 * The viewport of the toasts, once in the app. Their timers pause while one has the pointer or the focus, or the tab is
 * hidden. `aria-live="off"` is for open dialogs, which hide everything from assistive technology that is no live region;
 * each toast is a live region of its own.
 */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const hidden = useTabHidden()
  const list = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const { style, isTight } = useToastPlace(toasts.length > 0)
  const newest = toasts.reduce((latest, { shown }) => Math.max(latest, shown), 0)

  useEffect(() => {
    if (!focused || list.current?.contains(document.activeElement)) return
    // A newer toast has replaced the focused one. A removed element fires no blur event.
    const button = list.current?.querySelector<HTMLElement>('li:not([hidden]) [data-dismiss]')
    if (button && toasts.length > 0) button.focus()
    else setFocused(false)
  }, [focused, toasts])

  function close(id: number) {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('li:not([hidden]) [data-dismiss]') ?? [])]
    const here = buttons.findIndex((button) => button.closest('li')?.matches(':focus-within'))
    dismissToast(id)
    // A removed toast fires no pointerleave. The next pointermove tells whether the pointer is on another toast.
    setPointed(false)
    if (here >= 0) (buttons[here + 1] ?? buttons[here - 1] ?? cameFrom.current)?.focus()
  }

  return (
    <section
      aria-label={t('ui.notifications')}
      aria-live="off"
      style={style}
      className="pointer-events-none fixed inset-x-4 top-(--toast-ceiling,auto) bottom-[calc(var(--tab-bar,0px)+24px)] z-toast md:inset-x-auto md:top-(--below-header) md:right-6 md:bottom-auto md:w-95"
    >
      {toasts.length > 0 && (
        <ol
          ref={list}
          className="flex flex-col gap-3.5"
          onPointerMove={() => setPointed(true)}
          onPointerLeave={() => setPointed(false)}
          onFocus={(event) => {
            if (!focused && event.relatedTarget instanceof HTMLElement) cameFrom.current = event.relatedTarget
            setFocused(true)
          }}
          onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
        >
          {toasts.map((shown) => (
            <ToastItem
              key={shown.id}
              toast={shown}
              isCovered={isTight && shown.shown !== newest}
              held={pointed || focused || hidden}
              closeLabel={t('ui.dismiss')}
              onClose={() => close(shown.id)}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

interface ToastItemProps {
  toast: Toast
  /** Hidden with a paused timer, because there is room for only one toast and another is newer. */
  isCovered: boolean
  held: boolean
  closeLabel: string
  onClose: () => void
}

function ToastItem({ toast, isCovered, held, closeLabel, onClose }: ToastItemProps) {
  const { Icon, colour, wash, role } = KINDS[toast.type]
  const message = useAnnounced(toast)
  const waits = held || isCovered
  useLifetime(toast, waits)

  return (
    <li hidden={isCovered} className={cx('toast', colour)}>
      <span aria-hidden="true" className={cx('grid size-8 flex-none place-items-center rounded-full', wash)}>
        <Icon className="size-icon-md" />
      </span>
      <div className="min-w-0 flex-1">
        <p role={role} className="min-h-8 pt-1 text-ui font-medium wrap-break-word text-ink">
          {message}
        </p>
        {toast.action && (
          <button
            type="button"
            className="ring-inside -mb-1.5 -ml-2 min-h-11 cursor-pointer rounded-md px-2 text-ui font-semibold text-garnet-ink underline decoration-1 underline-offset-3"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              toast.action?.onPress()
              onClose()
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      {/* A press of the mouse leaves the focus where it was: in a form, say. */}
      <IconButton
        label={closeLabel}
        data-dismiss
        className="ring-inside -my-1.5"
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClose}
      >
        <X aria-hidden="true" />
      </IconButton>
      <span
        aria-hidden="true"
        key={toast.shown}
        className="toast-life"
        data-held={waits || undefined}
        style={{ animationDuration: `${TOAST_LIFETIME_MS}ms` }}
      />
    </li>
  )
}

/**
 * The text is inserted after its live region, because some screen readers announce only changes of a region. If the same
 * message is shown again, a trailing space is the change, unless it was announced just before.
 */
function useAnnounced({ message, shown }: Toast): string {
  const [words, setWords] = useState('')
  const announced_at = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is shown counts, also with the same words
  useEffect(() => {
    if (Date.now() - announced_at.current < ANNOUNCE_INTERVAL_MS) return
    announced_at.current = Date.now()
    setWords((before) => (before === message ? `${message}${NO_BREAK_SPACE}` : message))
  }, [message, shown])
  return words
}

/** Dismisses the toast after its lifetime. The timer pauses while the toast is held, and restarts if it is shown again. */
function useLifetime({ id, shown }: Toast, held: boolean) {
  const left = useRef(TOAST_LIFETIME_MS)
  const counted = useRef(shown)
  useEffect(() => {
    if (counted.current !== shown) left.current = TOAST_LIFETIME_MS
    counted.current = shown
    if (held) return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [id, shown, held])
}
