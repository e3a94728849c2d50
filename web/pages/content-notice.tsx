import { useParams } from 'react-router'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { NoticeReceipt } from '#web/features/content-notices/notice-receipt.tsx'
import { useContentNoticeQuery } from '#web/features/content-notices/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

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
        <Loading>
          <Skeleton shape="line" className="h-10 w-60" />
          <Skeleton shape="box" className="mt-6 h-90" />
        </Loading>
      )}
    </div>
  )
}
