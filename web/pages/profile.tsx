import { CircleUserRound } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { generatePath, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/profiles.ts'
import { isReservedUsername } from '#contract/reserved-usernames.ts'
import { useUser, type Viewer } from '#web/features/accounts/queries.ts'
import { MessageButton } from '#web/features/conversations/compose/message-button.tsx'
import { LazyBoxOffice } from '#web/features/payments/lazy-dialogs.ts'
import { periodIn } from '#web/features/payments/periods.ts'
import { authorOf } from '#web/features/posts/author-of.ts'
import { GridSkeleton, PostGrid, StillPostGrid } from '#web/features/posts/grid/post-grid.tsx'
import { PostLightbox } from '#web/features/posts/lightbox/post-lightbox.tsx'
import { fanViewIn } from '#web/features/profiles/fan-view.ts'
import { ProfileColumns } from '#web/features/profiles/profile-columns.tsx'
import type { PriceName } from '#web/features/profiles/profile-draft.ts'
import { OwnActions, ProfileHead, ProfileSkeleton } from '#web/features/profiles/profile-head.tsx'
import { useProfileQuery } from '#web/features/profiles/queries.ts'
import { SubscribeBox } from '#web/features/profiles/subscribe-box.tsx'
import { AddStoryButton } from '#web/features/stories/publish/add-story.tsx'
import { groupOf } from '#web/features/stories/story-groups.ts'
import { StoryRing, useStoriesOf } from '#web/features/stories/strip/story-ring.tsx'
import { LazyWaitingCard } from '#web/features/waiting-lists/lazy-waiting-card.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { openCreation, useOpenedCreation } from '#web/publishing/creation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useOverlayAddress, useOverlayLink } from '#web/ui/overlays/overlay-address.ts'
import { PersonMenu } from '#web/ui/overlays/person-menu.tsx'
import { useShare } from '#web/ui/share.tsx'
import { Page } from './page.tsx'

/** Code splitting: only creators look at their own page with the eyes of others. Prefetched there, so that nothing blinks. */
const LazyProfileAsFan = lazyOverlay(
  async () => (await import('#web/features/profiles/profile-as-fan.tsx')).ProfileAsFan,
  { ahead: true },
)

export function ProfilePage() {
  const { username } = useParams()
  // A reserved word cannot be a username, so no request is needed.
  if (!username || isReservedUsername(username)) return <Navigate to={paths.home_alias} replace />
  return <ProfileByName username={username} />
}

/** Redirects the alias of a profile, and keeps query and hash, which may open a post over it. */
export function ProfileAlias() {
  const { profile_name = '' } = useParams()
  return <RedirectToProfile username={profile_name} />
}

function RedirectToProfile({ username }: { username: string }) {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: generatePath(paths.profile, { username }), search, hash }} replace />
}

/** Redirects a former username, or one in another case, to the current one. */
function ProfileByName({ username }: { username: string }) {
  const { t } = useTranslation()
  const { data: profile, error, isFetching, refetch } = useProfileQuery(username)

  if (profile && profile.username !== username) return <RedirectToProfile username={profile.username} />
  if (profile) return <LoadedProfile profile={profile} />
  if (!error) return <LoadingProfile username={username} />
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page title={t('profiles.not_found')} isTitleBelow>
        <EmptyState
          heading="h1"
          title={t('profiles.not_found')}
          text={t('profiles.not_found_text', { username })}
          icon={<CircleUserRound />}
          action={
            <ButtonLink to={paths.home} variant="secondary" size="sm">
              {t('profiles.home')}
            </ButtonLink>
          }
        />
      </Page>
    )
  }
  return (
    <Page title={t('profiles.failed')} isTitleBelow>
      <LoadFailure
        heading="h1"
        title={t('profiles.failed')}
        error={error}
        retry={t('profiles.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    </Page>
  )
}

/** A profile; for its owner, with the eyes of a fan if the address says so. */
function LoadedProfile({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const viewer = useUser()
  const isOwn = viewer.status === 'member' && viewer.user.profile_id === profile.id
  const { id, close } = useOverlayAddress('as')
  const view = isOwn ? fanViewIn(id) : null
  const entry = useRef<HTMLAnchorElement>(null)
  usePageTitle(profile.name)

  const wasView = useRef(false)
  useEffect(() => {
    if (!view && wasView.current) entry.current?.focus()
    wasView.current = view !== null
  }, [view])

  return (
    <>
      {isOwn && (
        <LazyProfileAsFan
          profile={profile}
          view={view}
          open={view !== null}
          onClose={close}
          posts={(as) => (
            <StillPostGrid
              username={profile.username}
              isVisitor={as === 'visitor'}
              pinned={profile.pinned_post_id ?? null}
              emptyText={t('profiles.no_posts_text')}
            />
          )}
          postsSkeleton={<GridSkeleton />}
          ringOf={(stories) => groupOf(stories)?.ring}
        />
      )}
      {!view && <ProfileView profile={profile} viewer={viewer} asFan={entry} />}
    </>
  )
}

interface ProfileViewProps {
  profile: Profile
  viewer: Viewer
  /** The link to the page with the eyes of a fan. */
  asFan: RefObject<HTMLAnchorElement | null>
}

function ProfileView({ profile, viewer, asFan }: ProfileViewProps) {
  const { t } = useTranslation()
  const isPublishing = useOpenedCreation() === 'post'
  const [isOffering, setOffering] = useState(false)
  const share = useShare()
  const isOwn = viewer.status === 'member' && viewer.user.profile_id === profile.id
  const viewer_id = viewer.status === 'member' ? viewer.user.id : ''
  const { group } = useStoriesOf(profile, viewer_id)
  const buy = useBoxOffice()
  const shareEntries = share.entries(generatePath(paths.profile, { username: profile.username }), profile.name)

  return (
    <ProfileColumns
      head={
        <ProfileHead
          profile={profile}
          menu={
            isOwn ? (
              <Menu
                label={t('blocks.more', { username: profile.username })}
                entries={shareEntries}
                className="-my-2.5 -mr-2.5"
              />
            ) : (
              <PersonMenu
                first={shareEntries}
                username={profile.username}
                is_muted={profile.is_muted}
                reported={{
                  kind: 'profile',
                  name: profile.username,
                  username: profile.username,
                  profile_pic: profile.profile_pic,
                  text: profile.bio,
                }}
                className="-my-2.5 -mr-2.5"
              />
            )
          }
          around={(portrait) => (
            <StoryRing profile={profile} viewer_id={viewer_id}>
              {portrait}
            </StoryRing>
          )}
        >
          {isOwn ? (
            <OwnActions
              isPublishing={isPublishing}
              onCreatePost={() => openCreation('post')}
              addStory={viewer.user.can_add_stories && <AddStoryButton />}
              asFan={asFan}
            />
          ) : (
            <SubscribeBox
              profile={profile}
              message={<MessageButton look={profile.suscribed ? 'words' : 'round'} creator={profile} />}
              onBuy={profile.checkout && buy.open}
              onUnavailable={() => setOffering(true)}
            >
              {profile.is_waiting !== undefined && !profile.suscribed && (
                <LazyWaitingCard
                  username={profile.username}
                  is_waiting={profile.is_waiting}
                  onLeave={() => setOffering(true)}
                  open={isOffering || profile.is_waiting}
                  onClose={() => setOffering(false)}
                />
              )}
            </SubscribeBox>
          )}
        </ProfileHead>
      }
    >
      <h2 className="sr-only">{t('profiles.posts')}</h2>
      <PostGrid
        username={profile.username}
        pinned={profile.pinned_post_id ?? null}
        emptyText={isOwn ? t('profiles.no_own_posts_text') : t('profiles.no_posts_text')}
        emptyAction={
          isOwn && (
            <Button variant="secondary" size="sm" onClick={() => openCreation('post')}>
              {t('profiles.create_post')}
            </Button>
          )
        }
      />
      {viewer.status === 'member' && (
        <PostLightbox
          username={profile.username}
          viewer_id={viewer.user.id}
          ringOf={() => group?.ring}
          message={(post) => <MessageButton look="wide" creator={authorOf(post)} />}
        />
      )}
      {viewer.status === 'member' && !isOwn && !profile.suscribed && profile.checkout && (
        <LazyBoxOffice
          profile={profile}
          checkout={profile.checkout}
          fan={viewer.user.username}
          period={buy.period}
          onChoose={buy.choose}
          open={buy.period !== undefined}
          onClose={buy.close}
        />
      )}
    </ProfileColumns>
  )
}

/** The box office is part of the address, `?buy=week`: Back closes it, and whoever comes back from the provider finds it open. */
function useBoxOffice() {
  const { id, move, close } = useOverlayAddress('buy')
  const linkTo = useOverlayLink('buy')
  const navigate = useNavigate()
  return {
    period: periodIn(id),
    open(price: PriceName) {
      const { to, state } = linkTo(price.replace('_subscription', ''))
      void navigate(to, { state })
    },
    choose: move,
    close,
  }
}

function LoadingProfile({ username }: { username: string }) {
  usePageTitle(username)
  return (
    <ProfileColumns head={<ProfileSkeleton />}>
      <h1 className="sr-only">{username}</h1>
      <GridSkeleton />
    </ProfileColumns>
  )
}
