import {
  CalendarX,
  Clock,
  Eye,
  Globe,
  Heart,
  ImagePlus,
  Images,
  LockKeyhole,
  Pencil,
  Send,
  Ticket,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { generatePath, Link, useNavigate } from 'react-router'
import { dateText, ownTimeZone, wallClock } from '#contract/dates.ts'
import type { Draft } from '#contract/drafts.ts'
import type { InsightPost } from '#contract/insights.ts'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { compositionOf } from '#web/features/posts/composer/composition.ts'
import { PictureView } from '#web/features/posts/composer/picture-view.tsx'
import {
  useDeleteDraftMutation,
  useDraftsQuery,
  usePublishDraftMutation,
  usePublishedCountQuery,
  useScheduleDraftMutation,
  useSeenByQuery,
} from '#web/features/posts/composer/queries.ts'
import { endKeeper } from '#web/features/posts/composer/use-draft-keeper.ts'
import { PostMenu } from '#web/features/posts/feed/post-menu.tsx'
import { PostPicture } from '#web/features/posts/feed/post-picture.tsx'
import { useOwnPostDialogs } from '#web/features/posts/publish/own-post-dialogs.tsx'
import { usePostsQuery } from '#web/features/posts/queries.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { isEmptyDescription } from '#web/publishing/publish-draft.ts'
import { Pill } from '#web/ui/badge.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { byDay, publishedAt } from './programme-days.ts'
import { Ribbon } from './ribbon.tsx'

/** The board of a creator: what is being written, what comes out and when, and what is out. */
export function Programme({ username }: { username: string }) {
  const { t } = useTranslation()
  const { data: drafts, error, isFetching, refetch } = useDraftsQuery()
  const now = useNow()
  if (!drafts) {
    if (!error) return <ProgrammeSkeleton />
    return (
      <LoadFailure
        title={t('drafts.programme_failed')}
        error={error}
        retry={t('drafts.retry')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  const scheduled = drafts.filter(({ publish_at }) => publish_at !== null)
  return <Board {...{ username, scheduled, now }} drafts={drafts.filter(({ publish_at }) => publish_at === null)} />
}

interface BoardProps {
  username: string
  drafts: Draft[]
  scheduled: Draft[]
  now: number
}

function Board({ username, drafts, scheduled, now }: BoardProps) {
  const { t, language } = useTranslation()
  const { posts, isPending } = usePostsQuery(username)
  const { data: published } = usePublishedCountQuery(username)
  const { data: seen } = useSeenByQuery()
  const zone = ownTimeZone()
  const out = posts.map((post) => ({ post, at: publishedAt(post.id) }))
  const moments = [...scheduled.map(({ publish_at }) => new Date(publish_at ?? 0)), ...out.map(({ at }) => at)]
  const own = useOwnPostDialogs({ onDeleted: () => {}, focusAfter: () => document.querySelector('main') })
  return (
    <>
      <Ribbon now={new Date(now)} moments={moments} />
      <div className="programme">
        <Column title={t('drafts.drafts')} count={String(drafts.length)} empty={t('drafts.no_drafts')}>
          {drafts.map((draft) => (
            <Row
              key={draft.id}
              draft={draft}
              about={draft.pictures.length === 0 ? t('drafts.no_picture') : whenText(new Date(draft.updated_at), now)}
            />
          ))}
        </Column>
        <Column
          title={t('drafts.to_come')}
          count={String(scheduled.length)}
          isBrass
          isFirstOnPhones
          empty={t('drafts.none_to_come')}
        >
          {byDay(scheduled, zone).map(({ day, drafts: ofDay }) => (
            <li key={day}>
              <h3 className="cue mt-5 text-large">{dateText(ofDay[0]?.publish_at ?? day, language, 'weekday')}</h3>
              <ul>
                {ofDay.map((draft) => (
                  <Row
                    key={draft.id}
                    draft={draft}
                    about={
                      <>
                        <span className="flex items-center gap-1 font-semibold text-ink">
                          <Clock aria-hidden="true" className="size-3.75" />
                          {dateText(draft.publish_at ?? '', language, 'time')}
                        </span>
                        <span className="flex items-center gap-1">
                          {draft.protected ? (
                            <LockKeyhole aria-hidden="true" className="size-3.75" />
                          ) : (
                            <Globe aria-hidden="true" className="size-3.75" />
                          )}
                          {t(draft.protected ? 'drafts.subscribers' : 'drafts.everybody')}
                        </span>
                      </>
                    }
                  />
                ))}
              </ul>
            </li>
          ))}
        </Column>
        <Column
          title={t('drafts.published')}
          count={published && published.count.toLocaleString(language) + (published.is_more ? '+' : '')}
          empty={isPending ? null : t('drafts.none_published')}
        >
          {out.slice(0, SHOWN).map(({ post, at }) => (
            <PublishedRow
              key={post.id}
              post={post}
              time={whenText(at, now)}
              figures={seen?.get(post.id)}
              onEdit={() => own.edit(post)}
              onDelete={() => own.remove(post)}
            />
          ))}
          {out.length > SHOWN && (
            <li className="pt-4">
              <TextLink to={generatePath(paths.profile, { username })}>{t('drafts.all_published')}</TextLink>
            </li>
          )}
        </Column>
      </div>
      {own.dialogs}
    </>
  )

  /** Today, 09:12; yesterday; 12 November. */
  function whenText(time: Date, today: number): string {
    const day = wallClock(time, zone).day
    if (day === wallClock(new Date(today), zone).day)
      return t('drafts.today', { time: dateText(time, language, 'time') })
    if (day === wallClock(new Date(today - 86_400_000), zone).day) return t('drafts.yesterday')
    return dateText(time, language, 'day_month')
  }
}

/** The rest is on one's page. */
const SHOWN = 20

interface ColumnProps {
  title: string
  count: string | undefined
  isBrass?: boolean
  isFirstOnPhones?: boolean
  empty: string | null
  children: ReactNode[] | ReactNode
}

function Column({ title, count, isBrass = false, isFirstOnPhones = false, empty, children }: ColumnProps) {
  const isEmpty = Array.isArray(children) && children.flat().filter(Boolean).length === 0
  return (
    <section className="programme-column" data-first={isFirstOnPhones || undefined}>
      <h2 className="t2 flex items-center gap-2">
        {title} {count !== undefined && <Pill colour={isBrass ? 'brass' : 'neutral'}>{count}</Pill>}
      </h2>
      {isEmpty && empty ? <p className="pt-3 text-small text-mute">{empty}</p> : <ul>{children}</ul>}
    </section>
  )
}

function Row({ draft, about }: { draft: Draft; about: ReactNode }) {
  const { t } = useTranslation()
  const { id, description, pictures } = draft
  const [cover] = compositionOf(draft).pictures
  return (
    <li className="programme-row">
      <span className="programme-picture">
        {cover ? (
          <PictureView picture={cover} ratio={4 / 5} width={480} />
        ) : (
          <span aria-hidden="true" className="programme-no-picture">
            <ImagePlus />
          </span>
        )}
        <PictureCount count={pictures.length} />
      </span>
      <div className="min-w-0 flex-1">
        <Link to={generatePath(paths.publish_draft, { id })} className="programme-text" dir="auto">
          {isEmptyDescription(description) ? t('drafts.no_words') : description}
        </Link>
        <p className="flex flex-wrap gap-x-2 text-small text-mute">{about}</p>
      </div>
      <DraftMenu draft={draft} />
    </li>
  )
}

/** The number of pictures of an album. */
function PictureCount({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count < 2) return null
  return (
    <span className="programme-count">
      <Images aria-hidden="true" />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('posts.album.count', { count })}</span>
    </span>
  )
}

function DraftMenu({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { id, description, pictures, publish_at } = draft
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const composer = generatePath(paths.publish_draft, { id })
  const onError = (error: Error) => toast({ type: 'error', message: errorText(error) })
  const publish = usePublishDraftMutation()
  const schedule = useScheduleDraftMutation()
  const remove = useDeleteDraftMutation(() => endKeeper(id))
  const isComplete = pictures.length > 0 && !isEmptyDescription(description)
  const entries = [
    { label: t('posts.edit'), icon: <Pencil aria-hidden="true" />, onSelect: () => void navigate(composer) },
    ...(isComplete
      ? [
          {
            label: t('drafts.publish_now'),
            icon: <Send aria-hidden="true" />,
            onSelect: () => publish.mutate(id, { onError, onSuccess: () => endKeeper(id) }),
          },
        ]
      : []),
    ...(publish_at !== null
      ? [
          {
            label: t('drafts.unschedule'),
            icon: <CalendarX aria-hidden="true" />,
            onSelect: () => schedule.mutate({ id, publish_at: null }, { onError, onSuccess: () => endKeeper(id) }),
          },
        ]
      : []),
    {
      label: t('posts.delete'),
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onSelect: () => setAsking(true),
    },
  ]
  return (
    <>
      <Menu label={t('posts.more')} entries={entries} className="-mt-1.5 -mr-2.5" />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('drafts.delete_title')}
        text={t('drafts.delete_text')}
        words={{ keep: t('posts.publish.keep'), confirm: t('posts.delete') }}
        icon={<Trash2 aria-hidden="true" />}
        isPending={remove.isPending}
        error={remove.error}
        reset={remove.reset}
        onConfirm={() => remove.mutate(draft)}
        returnFocus={() => document.querySelector('main')}
      />
    </>
  )
}

interface PublishedRowProps {
  post: Post
  time: string
  /** Undefined while they are not known. */
  figures: Pick<InsightPost, 'seen_by' | 'new_subscribers'> | undefined
  onEdit: () => void
  onDelete: () => void
}

function PublishedRow({ post, time, figures, onEdit, onDelete }: PublishedRowProps) {
  const { t } = useTranslation()
  const { id, username, description, likes_count, files, pinned } = post
  return (
    <li className="programme-row">
      <span className="programme-picture">
        <PostPicture post={post} curtain="bare" width={480} boxes={ROW_BOXES} />
        <PictureCount count={files.length} />
      </span>
      <div className="min-w-0 flex-1">
        <Link
          to={{ pathname: generatePath(paths.profile, { username }), search: `?post=${id}` }}
          className="programme-text"
          dir="auto"
        >
          {description}
        </Link>
        <p className="text-small text-mute">{pinned ? `${time} · ${t('posts.pinned')}` : time}</p>
        <p className="mt-1 flex items-center gap-3.5 text-small text-soft tabular-nums">
          {figures && (
            <Figure icon={<Eye />} count={figures.seen_by} words={t('drafts.seen_by', { count: figures.seen_by })} />
          )}
          <Figure icon={<Heart />} count={likes_count} words={t('posts.like', { count: likes_count })} />
          {figures && (
            <Figure
              icon={<Ticket />}
              count={figures.new_subscribers}
              words={t('drafts.came', { count: figures.new_subscribers })}
            />
          )}
        </p>
      </div>
      <PostMenu post={post} isOwn onEdit={onEdit} onDelete={onDelete} className="-mt-1.5 -mr-2.5" />
    </li>
  )
}

/** A number with its icon; screen readers get the words. */
function Figure({ icon, count, words }: { icon: ReactNode; count: number; words: string }) {
  const { language } = useTranslation()
  return (
    <span className="flex items-center gap-1.25">
      <span aria-hidden="true" className="flex items-center gap-1.25 [&_svg]:size-3.75">
        {icon}
        {count.toLocaleString(language)}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

const ROW_BOXES = [{ width: { px: 72 }, ratio: 4 / 5 }]

function ProgrammeSkeleton() {
  return (
    <Loading>
      <Skeleton shape="box" className="h-22 rounded-none" />
      <div className="programme mt-8">
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className="programme-column flex flex-col gap-4">
            <Skeleton shape="line" className="w-1/2" />
            <Skeleton shape="box" className="h-22" />
            <Skeleton shape="box" className="h-22" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
