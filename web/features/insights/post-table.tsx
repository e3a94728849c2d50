import { useRef } from 'react'
import { generatePath, Link } from 'react-router'
import type { InsightPost } from '#contract/insights.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { useInsightPostsQuery } from './queries.ts'
import { Thumb } from './thumb.tsx'

interface PostTableProps {
  query: ReturnType<typeof useInsightPostsQuery>
  /** The creator's name, for the links to the posts. */
  username: string
}

/** Post by post: who saw it, likes, and the subscribers who came within a day. */
export function PostTable({ query, username }: PostTableProps) {
  const { t } = useTranslation()
  const rows = useRef<HTMLTableSectionElement>(null)
  const { posts } = query
  const most = Math.max(1, ...posts.map(({ seen_by }) => seen_by))
  return (
    <Panel title={t('insights.posts')} className="lg:col-span-3">
      <p className="-mt-2 mb-3 text-small text-mute">{t('insights.posts_of')}</p>
      <PagedList
        query={query}
        count={posts.length}
        list={rows}
        focusable="a"
        skeleton={
          <Loading className="flex flex-col gap-4">
            <Skeleton shape="box" className="h-16" />
            <Skeleton shape="box" className="h-16" />
          </Loading>
        }
        empty={<p className="py-4 text-soft">{t('insights.no_posts')}</p>}
        words={{ failed: t('insights.posts_failed'), retry: t('insights.try_again'), more: t('insights.more') }}
        failure={{ look: 'bare' }}
        endClassName="pt-5"
      >
        <table aria-label={t('insights.posts')} className="w-full border-collapse">
          <thead>
            <tr className="text-small text-mute">
              <th scope="col" className="pb-2 text-left font-normal">
                <span className="sr-only">{t('insights.post')}</span>
              </th>
              {(['seen_by', 'likes', 'new_short'] as const).map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={cx('pb-2 pl-3 text-right align-bottom font-normal', name === 'seen_by' && 'one-line')}
                >
                  {t(`insights.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={rows}>
            {posts.map((post) => (
              <PostRow key={post.id} post={post} most={most} username={username} />
            ))}
          </tbody>
        </table>
      </PagedList>
    </Panel>
  )
}

function PostRow({ post, most, username }: { post: InsightPost; most: number; username: string }) {
  const { t, language } = useTranslation()
  const cell = 'num border-t border-line py-3 pl-3 text-right align-middle text-large'
  return (
    <tr>
      <th scope="row" className="border-t border-line py-3 text-left font-normal">
        <Link
          to={`${generatePath(paths.profile, { username })}?post=${post.id}`}
          className="flex min-h-11 items-center gap-3 rounded-sm hover:underline"
        >
          <Thumb path={post.file} isProtected={post.protected} className="h-15 w-12 flex-none rounded-sm" />
          <span dir="auto" className="line-clamp-2 font-display text-base leading-title wrap-anywhere">
            {post.description}
          </span>
        </Link>
      </th>
      <td className={cell}>
        {post.seen_by.toLocaleString(language)}
        <span aria-hidden="true" className="mt-1.5 ml-auto block h-1 w-full max-w-20 min-w-10 rounded-line bg-sunken">
          <span className="block h-full rounded-line bg-brass" style={{ width: `${(post.seen_by / most) * 100}%` }} />
        </span>
      </td>
      <td className={cell}>{post.likes_count.toLocaleString(language)}</td>
      <td className={cx(cell, post.new_subscribers === 0 && 'text-mute')}>
        {post.new_subscribers > 0 ? (
          post.new_subscribers.toLocaleString(language)
        ) : (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t('insights.none')}</span>
          </>
        )}
      </td>
    </tr>
  )
}
