import { TicketX } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Order } from '#contract/payments.ts'
import { OrderView, TITLES } from '#web/features/payments/order-view.tsx'
import { useOrderQuery } from '#web/features/payments/queries.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Page } from './page.tsx'

/** Where the provider sends the fan back to. It grants nothing: it shows what the provider has told the server. */
export function OrderPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data: order, error, isFetching, refetch } = useOrderQuery(id)

  if (order) return <KnownOrder order={order} />
  if (!error) return <LoadingOrder />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) {
    return (
      <Page title={t('payments.order.missing')} isTitleBelow>
        <EmptyState
          heading="h1"
          icon={<TicketX />}
          title={t('payments.order.missing')}
          text={t('payments.order.missing_text')}
          action={
            <ButtonLink to={paths.subscriptions} variant="secondary" size="sm">
              {t('payments.office.to_subscriptions')}
            </ButtonLink>
          }
        />
      </Page>
    )
  }
  return (
    <Page title={t('payments.order.load_failed')} isTitleBelow>
      <LoadFailure
        heading="h1"
        title={t('payments.order.load_failed')}
        error={error}
        retry={t('payments.order.retry')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    </Page>
  )
}

function KnownOrder({ order }: { order: Order }) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const hasLeft = search.has('left')
  usePageTitle(t(TITLES[order.state === 'waiting' && hasLeft ? 'left' : order.state]))
  return <OrderView order={order} hasLeft={hasLeft} />
}

function LoadingOrder() {
  const { t } = useTranslation()
  return (
    <Page title={t('payments.order.waiting')} isTitleHidden>
      <Loading>
        <Skeleton shape="box" className="h-96" />
      </Loading>
    </Page>
  )
}
