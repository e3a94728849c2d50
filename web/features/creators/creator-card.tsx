import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { FoundCreator } from '#contract/creators.ts'
import { priceInCents } from '#contract/fees.ts'
import { IMAGE_WIDTHS } from '#contract/media.ts'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl, portraitUrl } from '#web/lib/media-url.ts'
import { euros } from '#web/lib/money.ts'
import { Pill } from '#web/ui/badge.tsx'
import { Arch } from '#web/ui/pictures/arch.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { initialOf } from '#web/ui/pictures/initial-of.ts'

/** Two cards per row on phones, up to four on wide screens. */
export const GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-8 md:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] md:gap-x-7 md:gap-y-11'

/** The `sizes` attribute of the pictures. */
const SIZES = '(min-width: 1120px) 244px, (min-width: 768px) 30vw, 46vw'

/** A creator in the search results. The whole card is a link to the profile. */
export function CreatorCard({ creator }: { creator: FoundCreator }) {
  const { t, language } = useTranslation()
  const { username, bio, suscribed, story_ring } = creator
  return (
    <li>
      <Link to={generatePath(paths.profile, { username })} className="creator-box block rounded-lg">
        <Box creator={creator} />
        <span className="mt-3.5 flex flex-col items-start gap-y-1">
          <span className="t2 text-[clamp(1.125rem,5vw,1.375rem)] wrap-anywhere">{username}</span>{' '}
          {story_ring && <span className="sr-only">{t(`creators.story_${story_ring}`)} </span>}
          <span className="flex min-h-7 items-center">
            {suscribed ? (
              <Pill colour="brass">{t('creators.subscribed')}</Pill>
            ) : (
              <span className="num text-large text-brass-ink">
                {t('creators.from', { price: euros(lowestPrice(creator), language) })}
              </span>
            )}
          </span>{' '}
          {bio !== '' && (
            <span dir="auto" className="mt-0.5 line-clamp-2 text-small text-pretty text-soft wrap-anywhere">
              {bio}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

/** The newest public picture with the portrait over it. Without one the portrait alone, or else an initial. */
function Box({ creator: { username, profile_pic, newest_picture, story_ring } }: { creator: FoundCreator }) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const shown = [newest_picture, profile_pic].find((path) => path !== null && !broken.includes(path)) ?? null
  return (
    <span className="relative block">
      <span className="box-ring" data-ring={story_ring ?? 'none'}>
        <Arch ratio="4/5" className="grid place-items-center bg-brass-wash [--r:11px]">
          {shown ? (
            <img
              key={shown}
              src={mediaUrl(shown, 480)}
              srcSet={IMAGE_WIDTHS.map((width) => `${mediaUrl(shown, width)} ${width}w`).join(', ')}
              sizes={SIZES}
              alt=""
              loading="lazy"
              className="object-face"
              onError={() => setBroken([...broken, shown])}
            />
          ) : (
            <span aria-hidden="true" className="font-display text-initial-2xl leading-none text-brass-ink">
              {initialOf(username)}
            </span>
          )}
        </Arch>
      </span>
      {shown !== null && shown === newest_picture && (
        <Avatar
          name={username}
          src={portraitUrl(profile_pic)}
          size={52}
          lazy
          className="absolute -bottom-2.5 left-3.5 border-3 border-paper"
        />
      )}
    </span>
  )
}

function lowestPrice({ day_subscription, week_subscription, month_subscription }: FoundCreator): string {
  const prices = [day_subscription, week_subscription, month_subscription]
  return prices.reduce((low, price) => ((priceInCents(price) ?? 0) < (priceInCents(low) ?? 0) ? price : low))
}
