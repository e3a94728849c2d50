import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { HeaderBar } from './thread-header.tsx'

const BUBBLES = ['w-56', 'w-72 self-end', 'w-64', 'w-44', 'w-60 self-end']

/** The shape of a conversation that is on its way. Back works already. */
export function ThreadSkeleton({ back }: { back: string }) {
  const { t } = useTranslation()
  usePageTitle(t('conversations.title'))
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <h1 className="sr-only">{t('conversations.title')}</h1>
      <HeaderBar back={back}>
        <Skeleton shape="circle" className="size-11.5" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton shape="line" className="h-4 w-36 max-w-full" />
          <Skeleton shape="line" className="h-3 w-20 max-w-full" />
        </div>
      </HeaderBar>
      <Loading className="flex min-h-0 flex-1 flex-col justify-end gap-2.5 overflow-hidden px-3.5 py-4 md:px-10 md:py-5">
        {BUBBLES.map((bubble) => (
          <Skeleton key={bubble} shape="box" className={cx('h-11 max-w-[78%] rounded-bubble!', bubble)} />
        ))}
      </Loading>
      <div className="flex-none border-t border-line p-3 pb-6 md:px-6 md:pt-3.5 md:pb-5">
        <Skeleton shape="box" className="h-12.5 rounded-composer!" />
      </div>
    </div>
  )
}
