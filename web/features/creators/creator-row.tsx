import { generatePath, Link } from 'react-router'
import type { FoundCreator } from '#contract/creators.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Pill } from '#web/ui/badge.tsx'

export const ROW = 'flex items-center gap-4 border-b border-line px-2 py-4'

/** Somebody who was found; the whole row leads to them. */
export function CreatorRow({ creator: { username, bio, profile_pic, suscribed } }: { creator: FoundCreator }) {
  const { t } = useTranslation()
  return (
    <li>
      <Link
        to={generatePath(paths.profile, { username })}
        className={`${ROW} ring-inside transition-colors hover:bg-sunken focus-visible:bg-sunken`}
      >
        <Avatar name={username} src={portraitUrl(profile_pic)} size={52} lazy />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="t3 wrap-anywhere">{username}</span>{' '}
            {suscribed && <Pill colour="brass">{t('find.subscribed')}</Pill>}
          </span>{' '}
          {bio !== '' && (
            <span dir="auto" className="mt-0.5 line-clamp-2 text-small text-soft wrap-anywhere">
              {bio}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
