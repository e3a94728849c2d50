import { useRef } from 'react'
import type { Broadcast } from '#contract/broadcasts.ts'
import { dateText } from '#contract/dates.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useBroadcastsQuery, useCancelBroadcastMutation } from './queries.ts'
import { toTyped } from './token.ts'

/** What a creator wrote to many, with the progress of what is being sent. */
export function BroadcastList() {
  const { t } = useTranslation()
  const list = useBroadcastsQuery()
  const cancel = useCancelBroadcastMutation()
  const rows = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  return (
    <section aria-labelledby="past-broadcasts" className="mt-12">
      <h2 ref={heading} tabIndex={-1} id="past-broadcasts" className="t2 mb-4 w-fit rounded-sm">
        {t('broadcasts.past')}
      </h2>
      <PagedList
        query={list}
        count={list.broadcasts.length}
        list={rows}
        focusable=":scope > li"
        skeleton={
          <Loading className="block">
            <Skeleton shape="box" className="h-24 rounded-card" />
          </Loading>
        }
        empty={<p className="text-mute">{t('broadcasts.none_yet')}</p>}
        words={{
          failed: t('broadcasts.past_failed'),
          retry: t('broadcasts.retry'),
          more: t('broadcasts.past_more'),
        }}
        endClassName="pt-6"
      >
        <ul ref={rows} className="overflow-hidden rounded-card border border-line bg-surface">
          {list.broadcasts.map((broadcast) => (
            <Row
              key={broadcast.id}
              broadcast={broadcast}
              isCancelling={cancel.isPending && cancel.variables === broadcast.id}
              onCancel={() => cancel.mutate(broadcast.id, { onSuccess: () => heading.current?.focus() })}
            />
          ))}
        </ul>
      </PagedList>
    </section>
  )
}

interface RowProps {
  broadcast: Broadcast
  isCancelling: boolean
  onCancel: () => void
}

function Row({ broadcast, isCancelling, onCancel }: RowProps) {
  const { t, language } = useTranslation()
  const { audience, label, content, state, publish_at, created_at, sent, left_out, total } = broadcast
  const done = sent + left_out
  return (
    <li tabIndex={-1} className="ring-inside flex flex-col gap-3 border-b border-line px-5.5 py-4.5 last:border-b-0">
      <p className="text-small text-mute">
        {label ?? t(`broadcasts.audience.${audience}`)}
        {' · '}
        <time dateTime={created_at}>{dateText(created_at, language, 'moment')}</time>
      </p>
      <p dir="auto" className="line-clamp-3 wrap-anywhere whitespace-pre-wrap">
        {toTyped(content, t('broadcasts.token'))}
      </p>
      {state === 'sending' && (
        <ProgressBar
          label={`${t('broadcasts.sending')} · ${t('broadcasts.progress', { done, total })}`}
          value={total === 0 ? 0 : done / total}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center">
          {/* Is there before it says something, so that screen readers hear the end. */}
          <p role="status" className="text-small text-soft">
            {state === 'sent' && sentText()}
          </p>
          {state === 'cancelled' && <Pill>{t('broadcasts.state_cancelled')}</Pill>}
          {state === 'planned' && (
            <Pill colour="brass" isLong>
              {t('broadcasts.state_planned', { when: dateText(publish_at, language, 'moment') })}
            </Pill>
          )}
        </div>
        {state === 'planned' && (
          <Button variant="secondary" size="sm" loading={isCancelling} onClick={onCancel}>
            {t('broadcasts.take_back')}
          </Button>
        )}
      </div>
    </li>
  )

  function sentText(): string {
    const parts = [t('broadcasts.sent', { count: sent })]
    if (left_out > 0) parts.push(t('broadcasts.left_out', { count: left_out }))
    return parts.join(', ')
  }
}
