import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { Armchair, Lock } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { StoryViewer } from '#contract/insights.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { SearchInput } from '#web/ui/forms/search-input.tsx'
import { DialogClose } from '#web/ui/overlays/dialog-frame.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { storyTimeLeft } from '../story-time.ts'
import { useViewersQuery } from './queries.ts'

/** The server's limit. */
const SEARCH_MAX = 200

interface SeenByPanelProps {
  open: boolean
  onClose: () => void
  story_id: string
  hours_left: number
}

/** Who has seen one's own story: a panel beside the story, or a sheet over it on small screens. It imports Base UI. */
export function SeenByPanel({ open, onClose, story_id, hours_left }: SeenByPanelProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Base.Portal>
          <Base.Backdrop forceRender className="fixed inset-0 z-dialog" />
          {/* Not the search field, which would bring up the keyboard of a phone. */}
          <Base.Popup ref={popup} initialFocus={popup} className="seen-by z-dialog">
            <Content story_id={story_id} hours_left={hours_left} />
            <DialogClose className="absolute top-2.5 right-2.5" />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

function Content({ story_id, hours_left }: Pick<SeenByPanelProps, 'story_id' | 'hours_left'>) {
  const { t, language } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const all = useViewersQuery(story_id, '')
  const query = useViewersQuery(story_id, search)
  const list = useRef<HTMLUListElement>(null)
  const now = useNow()
  const { unit, count } = storyTimeLeft(hours_left)
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 pr-10">
        <Base.Title className="mr-auto t2">
          {t('insights.viewers.seen_by', { count: (all.total ?? 0).toLocaleString(language) })}
        </Base.Title>
        <p className="flex items-center gap-1.5 text-small text-mute">
          <Lock aria-hidden="true" className="size-icon-sm" />
          {t('insights.viewers.only_you')}
        </p>
      </header>
      {all.total !== null && all.total > 0 && (
        <search className="mt-3.5 block">
          <Field label={t('insights.viewers.find')}>
            <SearchInput
              value={typed}
              maxLength={SEARCH_MAX}
              clearLabel={t('insights.viewers.clear')}
              onChange={(event) => setTyped(event.target.value)}
              onClear={() => setTyped('')}
            />
          </Field>
        </search>
      )}
      <div className="-mx-5.5 mt-2 min-h-0 flex-1 overflow-y-auto overscroll-contain px-5.5">
        <PagedList
          query={query}
          count={query.viewers.length}
          list={list}
          focusable="li"
          skeleton={
            <Loading className="flex flex-col gap-3.5 pt-3">
              <Skeleton shape="line" />
              <Skeleton shape="line" />
              <Skeleton shape="line" />
            </Loading>
          }
          empty={
            search === '' ? (
              <EmptyState icon={<Armchair />} title={t('insights.viewers.empty')} look="bare" />
            ) : (
              <p className="py-6 text-soft">{t('insights.viewers.nobody_found')}</p>
            )
          }
          words={{
            failed: t('insights.viewers.failed'),
            retry: t('insights.viewers.try_again'),
            more: t('insights.viewers.more'),
          }}
          failure={{ look: 'bare' }}
          endClassName="pt-3"
        >
          <ul ref={list} aria-busy={query.isPlaceholderData}>
            {query.viewers.map((viewer) => (
              <ViewerRow key={viewer.username} viewer={viewer} now={now} />
            ))}
          </ul>
        </PagedList>
      </div>
      <p className="pt-3 text-small text-mute">{t(`insights.viewers.erased_in_${unit}`, { count })}</p>
    </>
  )
}

function ViewerRow({ viewer: { username, profile_pic, seen_at }, now }: { viewer: StoryViewer; now: number }) {
  const { t } = useTranslation()
  const age = now - Date.parse(seen_at)
  const ago =
    age < MINUTE_MS
      ? t('insights.viewers.just_now')
      : age < HOUR_MS
        ? t('insights.viewers.minutes_ago', { count: Math.floor(age / MINUTE_MS) })
        : t('insights.viewers.hours_ago', { count: Math.floor(age / HOUR_MS) })
  return (
    <li tabIndex={-1} className="flex items-center gap-3 border-b border-line py-2.25 last:border-b-0">
      <Avatar name={username} src={portraitUrl(profile_pic)} size={38} lazy />
      <span className="min-w-0 flex-1 truncate font-semibold">{username}</span>
      <time dateTime={seen_at} className="text-small one-line text-mute">
        {ago}
      </time>
    </li>
  )
}
