import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { TOAST_LIFETIME_MS } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { currentToasts, dismissToast, subscribeToToasts, type Toast } from '#web/lib/toasts.ts'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { useTabHidden } from './use-tab-hidden.ts'

const KINDS = {
  success: { Icon: CircleCheck, colour: 'text-ok', wash: 'bg-ok-wash', role: 'status' },
  info: { Icon: Info, colour: 'text-info', wash: 'bg-info-wash', role: 'status' },
  warning: { Icon: TriangleAlert, colour: 'text-warn', wash: 'bg-warn-wash', role: 'alert' },
  error: { Icon: CircleX, colour: 'text-err', wash: 'bg-err-wash', role: 'alert' },
} as const

const NONE: readonly Toast[] = []

/**
 * Where toasts appear: once in the app. All of them wait while the pointer or the focus is on one, or the tab is hidden.
 * `aria-live="off"` is for open dialogs, which hide everything from assistive technology that is not marked as live;
 * each message is its own live region.
 */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => NONE)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const hidden = useTabHidden()
  const list = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)

  function close(id: number) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const here = buttons.findIndex((button) => button.matches(':focus'))
    dismissToast(id)
    // A toast that is gone sends no pointerleave; the next movement tells whether the pointer still rests on another.
    setPointed(false)
    if (here >= 0) (buttons[here + 1] ?? buttons[here - 1] ?? cameFrom.current)?.focus()
  }

  return (
    <section
      aria-label={t('ui.notifications')}
      aria-live="off"
      className="pointer-events-none fixed inset-x-4 top-(--toast-ceiling,auto) bottom-[calc(var(--tab-bar,0px)+24px)] z-toast md:inset-x-auto md:top-6 md:right-6 md:bottom-auto md:w-[380px]"
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
  held: boolean
  closeLabel: string
  onClose: () => void
}

function ToastItem({ toast, held, closeLabel, onClose }: ToastItemProps) {
  const { Icon, colour, wash, role } = KINDS[toast.type]
  const message = useAnnounced(toast.message)
  useLifetime(toast.id, held)

  return (
    <li className={cx('toast', colour)}>
      <span aria-hidden="true" className={cx('grid size-8 flex-none place-items-center rounded-full', wash)}>
        <Icon className="size-[18px]" />
      </span>
      <p role={role} className="min-h-8 min-w-0 flex-1 pt-1 text-ui font-medium wrap-break-word text-ink">
        {message}
      </p>
      {/* A press of the mouse leaves the focus where it was: in a form, say. */}
      <IconButton
        label={closeLabel}
        className="ring-inside -my-1.5"
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClose}
      >
        <X aria-hidden="true" />
      </IconButton>
      <span
        aria-hidden="true"
        className="toast-life"
        data-held={held || undefined}
        style={{ animationDuration: `${TOAST_LIFETIME_MS}ms` }}
      />
    </li>
  )
}

/** The words come one beat after their live region: only a change inside a region is announced everywhere. */
function useAnnounced(message: string): string {
  const [words, setWords] = useState('')
  useEffect(() => setWords(message), [message])
  return words
}

/** Takes the toast away after its time; time spent held does not count. */
function useLifetime(id: number, held: boolean) {
  const left = useRef(TOAST_LIFETIME_MS)
  useEffect(() => {
    if (held) return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [id, held])
}
