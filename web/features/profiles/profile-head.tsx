import type { ReactNode } from 'react'
import type { Profile } from '#contract/profiles.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Portrait, type PortraitProps } from '#web/ui/pictures/portrait.tsx'
import { ReadMore } from '#web/ui/read-more.tsx'

export interface ProfileHeadProps {
  profile: Profile
  /** Draws the portrait, with the ring of its stories if there are any. */
  around: (portrait: (ring: PortraitProps['ring']) => ReactNode) => ReactNode
  children: ReactNode
}

/** Who a creator is. What can be done about it stands below, and depends on who looks. */
export function ProfileHead({ profile, around, children }: ProfileHeadProps) {
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
          <p className="wrap-anywhere text-mute max-lg:mt-0.5 lg:leading-ui">
            {t('profile.at', { username: profile.username })}
          </p>
        </div>
      </div>
      {profile.bio !== '' && <ReadMore text={profile.bio} className="mt-4 wrap-anywhere text-soft" />}
      {children}
    </div>
  )
}

/** The portrait beside the name; above it where there is a column for both. */
export const HEAD =
  'grid narrow:block grid-cols-[124px_minmax(0,1fr)] items-end gap-4.5 md:grid-cols-[180px_minmax(0,1fr)] lg:grid-cols-1 lg:gap-4.5'
