import { useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { contentNoticeAbout, TRANSPARENCY_FIRST_YEAR } from '#contract/content-notices.ts'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { NextActs } from '#web/features/content-notices/next-acts.tsx'
import { NoticeForm, type SentNotice } from '#web/features/content-notices/notice-form.tsx'
import { NoticeReceipt, type ReceiptTexts } from '#web/features/content-notices/notice-receipt.tsx'
import { useContentNoticeQuery, useTransparencyQuery } from '#web/features/content-notices/queries.ts'
import { TransparencyFigures } from '#web/features/content-notices/transparency-figures.tsx'
import { type TranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

// Three pages in one module, without the components of members: whatever pages share is in the first load of all of them.

/** Anybody reports content here, with or without an account or JavaScript. The receipt takes the place of the form. */
export function ReportContentPage() {
  const { t } = useTranslation()
  const [sent, setSent] = useState<(SentNotice & { at: Date }) | null>(null)
  usePageTitle(t(sent ? 'content_notices.receipt.title' : 'content_notices.title'))
  if (sent) return <SentPage sent={sent} at={sent.at} />
  return (
    <div className="notice-page mx-auto grid w-full max-w-page flex-1 items-start gap-x-16 gap-y-10 px-5 pt-8 pb-20 md:px-8 md:pt-14">
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

/** What became of a notice, for whoever has its link. */
export function ContentNoticePage() {
  const { token = '' } = useParams()
  const { t, language } = useTranslation()
  const notice = useContentNoticeQuery(token)
  usePageTitle(t('content_notices.receipt.title'))
  if (notice.data) {
    const { number, created_at, reason, state, decided_at } = notice.data
    const texts = {
      number,
      received: dateText(created_at, language, 'moment'),
      reason: t(`content_notices.short_reasons.${reason}`),
      ...(decided_at && { decided: dateText(decided_at, language, 'moment') }),
    }
    return <NoticeReceipt texts={texts} state={state} />
  }
  return (
    <div className="mx-auto w-full max-w-column flex-1 px-5 pt-9 pb-20 md:px-8 md:pt-16">
      {notice.isError ? (
        <>
          <h1 className="d-l">{t('content_notices.receipt.missing')}</h1>
          <p className="lead mt-3.5">{t('content_notices.receipt.missing_text')}</p>
          <ButtonLink to={paths.report_content} variant="secondary" className="mt-6.5">
            {t('content_notices.receipt.again')}
          </ButtonLink>
        </>
      ) : (
        <p role="status">{t('ui.loading')}</p>
      )}
    </div>
  )
}

/** The transparency figures of a year, which the URL names. */
export function TransparencyPage() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const current = new Date().getUTCFullYear()
  const years = Array.from({ length: current - TRANSPARENCY_FIRST_YEAR + 1 }, (_, index) => current - index)
  const year = years.find((one) => String(one) === query.get('year')) ?? current
  const figures = useTransparencyQuery(year)
  usePageTitle(t('content_notices.transparency.title'))
  return (
    <div className="mx-auto w-full max-w-column flex-1 px-5 pt-9 pb-20 md:px-8 md:pt-16">
      <p className="cue mb-2">{t('content_notices.transparency.cue')}</p>
      <h1 className="d-l">{t('content_notices.transparency.title')}</h1>
      <p className="lead mt-3.5">{t('content_notices.transparency.lead')}</p>
      <nav aria-label={t('content_notices.transparency.year')} className="mt-7.5 flex flex-wrap gap-x-5 print:hidden">
        {years.map((one) => (
          <TextLink
            key={one}
            to={{ search: `?year=${one}` }}
            aria-current={one === year ? 'page' : undefined}
            className="inline-flex min-h-11 items-center aria-[current=page]:font-semibold"
          >
            {one}
          </TextLink>
        ))}
      </nav>
      {figures.data ? (
        <TransparencyFigures figures={figures.data} />
      ) : figures.isError ? (
        <FailureAlert
          error={figures.error}
          className="mt-10"
          way={
            <Button variant="ghost" size="sm" loading={figures.isFetching} onClick={() => void figures.refetch()}>
              {t('content_notices.transparency.retry')}
            </Button>
          }
        >
          {t('content_notices.transparency.failed')}
        </FailureAlert>
      ) : (
        <p role="status" className="mt-10">
          {t('ui.loading')}
        </p>
      )}
    </div>
  )
}
