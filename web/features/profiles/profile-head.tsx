import { Eye, ImagePlus, Settings } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { paths } from '#contract/paths.ts'
import type { Profile } from '#contract/profiles.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useOverlayLink } from '#web/ui/overlays/overlay-address.ts'
import { Portrait, type PortraitProps } from '#web/ui/pictures/portrait.tsx'
import { ReadMore } from '#web/ui/read-more.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export interface ProfileHeadProps {
  profile: Profile
  /** Render prop: draws the portrait with a story ring if there are stories. */
  around: (portrait: (ring: PortraitProps['ring']) => ReactNode) => ReactNode
  /** The menu about the creator, beside the name. */
  menu?: ReactNode
  children: ReactNode
}

/** Portrait, name and bio of a creator. The actions below depend on the viewer and are passed as `children`. */
export function ProfileHead({ profile, around, menu, children }: ProfileHeadProps) {
  const { t } = useTranslation()
  return (
    <div className="profile-column self-start">
      <div className={HEAD}>
        {around((ring) => (
          <Portrait
            name={profile.name}
            path={profile.profile_pic}
            ring={ring}
            sizes="(min-width: 1024px) 320px, 180px"
          />
        ))}
        <div className="min-w-0">
          <h1 className="d-l text-[clamp(1.5rem,7.6vw,1.9375rem)] wrap-anywhere lg:text-title-3xl">{profile.name}</h1>
          <div className="flex items-center justify-between gap-2 max-lg:mt-0.5">
            <p className="min-w-0 wrap-anywhere text-mute lg:leading-ui">
              {t('profiles.at', { username: profile.username })}
            </p>
            {menu}
          </div>
        </div>
      </div>
      {profile.bio !== '' && <ReadMore text={profile.bio} className="mt-4 wrap-anywhere text-soft" />}
      {children}
    </div>
  )
}

/** The portrait is left of the name, or above it in the wide layout. */
const HEAD =
  'grid narrow:block grid-cols-[124px_minmax(0,1fr)] items-end gap-4.5 md:grid-cols-[180px_minmax(0,1fr)] lg:grid-cols-1 lg:gap-4.5'

export function ProfileSkeleton() {
  return (
    <Loading>
      <div className={HEAD}>
        <Skeleton shape="arch" className="[--a:.851] [--r:16px]" />
        <div>
          <Skeleton shape="line" className="h-8 w-4/5" />
          <Skeleton shape="line" className="mt-3 w-1/2" />
        </div>
      </div>
      <div className="mt-6 flex flex-col gap-3">
        <Skeleton shape="line" />
        <Skeleton shape="line" className="w-3/5" />
        <Skeleton shape="box" className="mt-3 h-12 rounded-pill" />
      </div>
    </Loading>
  )
}

export interface OwnActionsProps {
  onCreatePost: () => void
  /** Whether the dialog is open. */
  isPublishing: boolean
  /** A button next to the settings, for creators who may add stories. */
  addStory?: ReactNode
  /** The link to the page with the eyes of a fan. */
  asFan: Ref<HTMLAnchorElement>
}

/** The actions of a creator on their own page. */
export function OwnActions({ onCreatePost, isPublishing, addStory, asFan }: OwnActionsProps) {
  const { t } = useTranslation()
  const linkTo = useOverlayLink('as')
  return (
    <div className="mt-6 flex flex-col gap-2">
      <Button
        wide
        icon={<ImagePlus aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={isPublishing}
        onClick={onCreatePost}
      >
        {t('profiles.create_post')}
      </Button>
      <div className="flex flex-wrap gap-2 *:flex-1 *:px-4 *:one-line">
        {addStory}
        <ButtonLink to={paths.settings} variant="secondary" icon={<Settings aria-hidden="true" />}>
          {t('profiles.settings')}
        </ButtonLink>
        <ButtonLink ref={asFan} {...linkTo('visitor')} variant="secondary" icon={<Eye aria-hidden="true" />}>
          {t('profiles.see_as_fan')}
        </ButtonLink>
      </div>
    </div>
  )
}
