import { Check, Copy, Link } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { generatePath } from 'react-router'
import { paths } from '#contract/paths.ts'
import { SECOND_MS } from '#contract/time.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextInput } from '#web/ui/forms/text-input.tsx'

/** How long the button says that the link was copied. */
const COPIED_MS = 1 * SECOND_MS

/** The URL of a creator's page with a copy button. If the browser denies copying, the text is selected instead. */
export function ShareLink({ username }: { username: string }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const link = location.origin + generatePath(paths.profile, { username })

  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    clearTimeout(timer.current)
    try {
      // On a page without HTTPS there is no clipboard API.
      await navigator.clipboard.writeText(link)
    } catch {
      field.current?.select()
      field.current?.focus()
      setState('refused')
      return
    }
    setState('copied')
    timer.current = setTimeout(() => setState('idle'), COPIED_MS)
  }

  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextInput
          ref={field}
          readOnly
          aria-label={t('profiles.share.link')}
          icon={<Link aria-hidden="true" />}
          value={link}
          className="border-line bg-sunken [&>input]:text-ellipsis"
          onFocus={(event) => event.target.select()}
        />
        {state === 'refused' && <p className="mt-1.75 text-small text-soft">{t('profiles.share.copy_yourself')}</p>}
      </div>
      <Button
        variant="secondary"
        className={cx('min-h-12.5 min-w-33', state === 'copied' && 'border-ok text-ok')}
        icon={state === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {state === 'copied' ? t('profiles.share.copied') : t('profiles.share.copy')}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' && t('profiles.share.copied')}
        {state === 'refused' && t('profiles.share.copy_yourself')}
      </span>
    </div>
  )
}
