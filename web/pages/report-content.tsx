import { useEffect, useRef, useState } from 'react'
import { contentNoticeAbout } from '#contract/content-notices.ts'
import { dateText } from '#contract/dates.ts'
import { NextActs } from '#web/features/content-notices/next-acts.tsx'
import { NoticeForm, type SentNotice } from '#web/features/content-notices/notice-form.tsx'
import { NoticeReceipt, type ReceiptTexts } from '#web/features/content-notices/notice-receipt.tsx'
import { type TranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** Anybody reports content here, with or without an account or JavaScript. The receipt takes the place of the form. */
export function ReportContentPage() {
  const { t } = useTranslation()
  const [sent, setSent] = useState<(SentNotice & { at: Date }) | null>(null)
  usePageTitle(t(sent ? 'content_notices.receipt.title' : 'content_notices.title'))
  if (sent) return <SentPage sent={sent} at={sent.at} />
  return (
    <div className="mx-auto grid w-full max-w-page flex-1 items-start gap-x-16 gap-y-10 px-5 pt-8 pb-20 md:px-8 md:pt-14 lg:grid-cols-[minmax(0,680px)_380px] lg:justify-center">
      <div>
        <p className="cue mb-2">{t('content_notices.cue')}</p>
        <h1 className="d-l">
          {t('content_notices.title_start')} <em>{t('content_notices.title_end')}</em>
        </h1>
        <p className="lead mt-3.5 max-w-140">{t('content_notices.lead')}</p>
        <NoticeForm onSent={(notice) => setSent({ ...notice, at: new Date() })} />
      </div>
      <NextActs />
    </div>
  )
}

function SentPage({ sent: { number, token, form }, at }: { sent: SentNotice; at: Date }) {
  const { t, language } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  // The button that sent the notice is gone: the focus moves to what replaces it, and the page starts at the top.
  useEffect(() => {
    window.scrollTo(0, 0)
    place.current?.focus({ preventScroll: true })
  }, [])
  const { name, email } = form
  const texts: ReceiptTexts = {
    number,
    token,
    received: dateText(at, language, 'moment'),
    reason: t(`content_notices.short_reasons.${form.reason}` as TranslationKey),
    about: contentNoticeAbout(form.urls, location.host),
    ...(name.trim() && { from: name.trim() }),
    ...(email.trim() && { email: email.trim() }),
  }
  return (
    <div ref={place} tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <NoticeReceipt texts={texts} state="received" />
    </div>
  )
}
