import { Copy, Printer } from 'lucide-react'
import { contentNoticePath } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'

const STATES = ['received', 'acted', 'dismissed'] as const
export type NoticeState = (typeof STATES)[number]

/** The texts of a receipt. What is missing is not shown. */
export interface ReceiptTexts {
  number: string
  received: string
  reason: string
  about?: string
  from?: string
  decided?: string
  email?: string
  /** The token of the link that follows the notice; missing on the page that this link leads to. */
  token?: string
}

/**
 * The server fills these in for a visitor without JavaScript: `{{number}}` and the others are replaced, and what has a
 * value loses its attribute `hidden`, by the name in `data-part`, which has to stand before it.
 */
export const RECEIPT_TEMPLATE: Required<ReceiptTexts> = {
  number: '{{number}}',
  received: '{{received}}',
  reason: '{{reason}}',
  about: '{{about}}',
  from: '{{from}}',
  decided: '{{decided}}',
  email: '{{email}}',
  token: '{{token}}',
}

interface NoticeReceiptProps {
  texts: ReceiptTexts
  /** `template`: everything is hidden that the server may show. */
  state: NoticeState | 'template'
}

export function NoticeReceipt({ texts, state }: NoticeReceiptProps) {
  const { t } = useTranslation()
  const part = (name: string, isShown: boolean) => ({ 'data-part': name, hidden: !isShown || state === 'template' })
  return (
    <div className="mx-auto grid w-full max-w-content flex-1 items-center gap-x-18 gap-y-9 px-5 pt-9 pb-20 md:px-8 md:pt-16 lg:grid-cols-2">
      <div className="print:hidden">
        <p className="cue mb-2">{t('content_notices.receipt.cue')}</p>
        {STATES.map((name) => (
          <div key={name} {...part(`state_${name}`, name === state)}>
            <h1 className="d-l">
              {t(`content_notices.receipt.${name}_start`)} <em>{t(`content_notices.receipt.${name}_end`)}</em>
            </h1>
            <p className="lead mt-3.5">{t(`content_notices.receipt.${name}_text`)}</p>
          </div>
        ))}
        <div className="mt-6.5 flex flex-wrap gap-3 noscript:hidden">
          <CopyButton number={texts.number} />
          <Button variant="secondary" icon={<Printer />} onClick={() => window.print()}>
            {t('content_notices.receipt.print')}
          </Button>
        </div>
        <p {...part('token', texts.token !== undefined)} className="mt-5.5">
          <a href={contentNoticePath(texts.token ?? '')} className="text-link">
            {t('content_notices.receipt.follow')}
          </a>
        </p>
      </div>
      <Stub texts={texts} part={part} />
    </div>
  )
}

function CopyButton({ number }: { number: string }) {
  const { t } = useTranslation()
  async function copy() {
    try {
      await navigator.clipboard.writeText(number)
      toast({ type: 'success', message: t('content_notices.receipt.copied') })
    } catch {
      toast({ type: 'error', message: t('content_notices.receipt.copy_failed') })
    }
  }
  return (
    <Button variant="secondary" icon={<Copy />} onClick={() => void copy()}>
      {t('content_notices.receipt.copy')}
    </Button>
  )
}

const LINES = ['received', 'about', 'reason', 'from', 'decided'] as const
const EMAIL = '{{email}}'

interface StubProps {
  texts: ReceiptTexts
  part: (name: string, isShown: boolean) => { 'data-part': string; hidden: boolean }
}

/** The stub of paper with the number. It is all that is printed. */
function Stub({ texts, part }: StubProps) {
  const { t } = useTranslation()
  return (
    <div className="paper-stub-shadow">
      <article className="paper-stub">
        <div className="flex items-center gap-3.5 px-5.5 pt-4.5 pb-4 sm:px-7">
          <LogoMark className="h-10 w-8.5" />
          <div>
            <p className="wordmark text-title-xl">{t('content_notices.receipt.house')}</p>
            <p className="cue text-label">{t('content_notices.receipt.stub')}</p>
          </div>
        </div>
        <div className="mx-5.5 border-t border-ink pt-3.5 pb-4.5 sm:mx-7">
          <p className="cue text-label">{t('content_notices.receipt.number')}</p>
          <p className="font-display text-title-2xl leading-heading num">{texts.number}</p>
        </div>
        <div className="paper-stub-tear" />
        <dl className="px-5.5 py-3 sm:px-7">
          {LINES.map((name) => (
            <div
              key={name}
              {...part(name, texts[name] !== undefined)}
              className="flex justify-between gap-6 py-1.5 text-label"
            >
              <dt className="flex-none text-soft">{t(`content_notices.receipt.${name}`)}</dt>
              <dd className="min-w-0 text-right wrap-anywhere">{texts[name]}</dd>
            </div>
          ))}
        </dl>
        <div className="paper-stub-tear" />
        <div className="px-5.5 pt-3.5 pb-5 text-small text-soft sm:px-7">
          <p {...part('email', texts.email !== undefined)} className="wrap-anywhere">
            {t('content_notices.receipt.mail', { email: texts.email ?? EMAIL })}
          </p>
          <p {...part('no_email', texts.email === undefined && texts.token !== undefined)}>
            {t('content_notices.receipt.no_mail')}
          </p>
        </div>
        <div aria-hidden="true" className="balustrade" />
      </article>
    </div>
  )
}
