import { Eye, MessageCircle } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { Profile } from '#contract/profiles.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { withOverlay } from '#web/ui/overlays/overlay-address.ts'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { FAN_VIEWS, type FanView } from './fan-view.ts'
import { ProfileColumns } from './profile-columns.tsx'
import { ProfileHead, type ProfileHeadProps, ProfileSkeleton } from './profile-head.tsx'
import { useProfileAsVisitorQuery } from './queries.ts'
import { SubscribeBox } from './subscribe-box.tsx'

export interface ProfileAsFanProps {
  /** The owner's own profile. */
  profile: Profile
  /** Null while the page is its own. */
  view: FanView | null
  open: boolean
  onClose: () => void
  /** The posts as this reader sees them, and what stands there while they load. */
  posts: (view: FanView) => ReactNode
  postsSkeleton: ReactNode
  /** The ring of the stories that this reader gets. */
  ringOf: (stories: Profile['stories']) => Ring
}

type Ring = Parameters<Parameters<ProfileHeadProps['around']>[0]>[0]
type Drawing = Pick<ProfileAsFanProps, 'posts' | 'postsSkeleton' | 'ringOf'>

/**
 * The creator's own page with the eyes of a fan. For a visitor the server answers what a member without a subscription gets;
 * a subscriber gets the same pictures as the owner. Nothing here opens or sends anything.
 */
export function ProfileAsFan({ profile, view, onClose, posts, postsSkeleton, ringOf }: ProfileAsFanProps) {
  if (view === null) return null
  const drawing = { posts, postsSkeleton, ringOf }
  return (
    <>
      <Band view={view} onClose={onClose} />
      {view === 'visitor' ? (
        <VisitorPage username={profile.username} {...drawing} />
      ) : (
        <FanPage profile={{ ...profile, suscribed: true }} view={view} {...drawing} />
      )}
    </>
  )
}

function Band({ view, onClose }: { view: FanView; onClose: () => void }) {
  const { t } = useTranslation()
  const title = useRef<HTMLParagraphElement>(null)
  const { state } = useLocation()
  const isOpenedHere = state !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because the link that led here is gone
  useEffect(() => {
    if (isOpenedHere) title.current?.focus()
  }, [])
  return (
    <section
      aria-label={t('profiles.as_fan.label')}
      className="night on-picture flex flex-wrap items-center gap-x-5 gap-y-1 border-b-3 border-brass px-4 py-2 leading-note md:px-8"
    >
      <div className="flex min-w-0 flex-auto items-center gap-3">
        <Eye aria-hidden="true" className="size-5 flex-none text-brass" />
        <p ref={title} tabIndex={-1} className="min-w-0 rounded-sm">
          <strong className="font-semibold">{t('profiles.as_fan.title')}</strong> {t('profiles.as_fan.text')}
        </p>
      </div>
      <nav aria-label={t('profiles.as_fan.views')} className="-mx-2.5 flex flex-wrap gap-x-1">
        {FAN_VIEWS.map((name) => (
          <Link
            key={name}
            replace
            to={{ search: withOverlay('', 'as', name) }}
            aria-current={name === view ? 'true' : undefined}
            className="inline-flex min-h-11 items-center rounded-sm px-2.5 underline-offset-8 aria-[current]:font-semibold aria-[current]:underline aria-[current]:decoration-brass aria-[current]:decoration-2"
          >
            {t(`profiles.as_fan.${name}`)}
          </Link>
        ))}
      </nav>
      <Button variant="ghost-light" size="sm" onClick={onClose}>
        {t('profiles.as_fan.back')}
      </Button>
    </section>
  )
}

function VisitorPage({ username, ...drawing }: Drawing & { username: string }) {
  const { t } = useTranslation()
  const { data: profile, error, isFetching, refetch } = useProfileAsVisitorQuery(username)
  if (profile) return <FanPage profile={profile} view="visitor" {...drawing} />
  if (!error) {
    return <ProfileColumns head={<ProfileSkeleton />}>{drawing.postsSkeleton}</ProfileColumns>
  }
  return (
    <LoadFailure
      heading="h1"
      title={t('profiles.failed')}
      error={error}
      retry={t('profiles.try_again')}
      onRetry={refetch}
      isRetrying={isFetching}
    />
  )
}

function FanPage({ profile, view, posts, ringOf }: Drawing & { profile: Profile; view: FanView }) {
  const { t } = useTranslation()
  const explain = () => toast({ type: 'info', message: t('profiles.as_fan.explain') })
  const message =
    view === 'visitor' ? (
      <Tooltip text={t('conversations.subscribe_to_send')} side="bottom">
        {(describedBy) => (
          <IconButton label={t('conversations.message')} look="filled" aria-disabled aria-describedby={describedBy}>
            <MessageCircle aria-hidden="true" />
          </IconButton>
        )}
      </Tooltip>
    ) : (
      <Button variant="secondary" className="px-4.5!" icon={<MessageCircle aria-hidden="true" />} onClick={explain}>
        {t('conversations.message')}
      </Button>
    )
  return (
    <ProfileColumns
      head={
        <ProfileHead profile={profile} around={(portrait) => portrait(ringOf(profile.stories))}>
          <SubscribeBox profile={profile} message={message} onBuy={explain} opensDialog={false} />
        </ProfileHead>
      }
    >
      <h2 className="sr-only">{t('profiles.posts')}</h2>
      {posts(view)}
    </ProfileColumns>
  )
}
