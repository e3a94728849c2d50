import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { Landing } from '#contract/landing.ts'
import { paths } from '#contract/paths.ts'
import ana from '#web/assets/portrait-ana.avif'
import idris from '#web/assets/portrait-idris.avif'
import lou from '#web/assets/portrait-lou.avif'
import margaux from '#web/assets/portrait-margaux.avif'
import { useSection } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { Arch } from '#web/ui/pictures/arch.tsx'
import { initialOf } from '#web/ui/pictures/initial-of.ts'
import { useLanding } from './queries.ts'
import { Section } from './section.tsx'

const SAMPLES = [
  { name: 'Margaux Lenoir', portrait: margaux },
  { name: 'Idris Bello', portrait: idris },
  { name: 'Lou Verdier', portrait: lou },
  { name: 'Ana Sol', portrait: ana },
]

/** Smaller where the cards are narrow, so that the sample names fit on one line. */
const NAME = 't2 mt-4 text-[clamp(1.1875rem,6vw,1.4375rem)] md:max-lg:text-title-sm'

const WORDS = 'h-three-lines'

/** Four cards. Real creators replace the samples, which are no links; cards that are left over stay empty. */
export function FeaturedCreators() {
  const { title, cue, crafts } = useSection('landing').creators
  const featured = useLanding()?.featured_creators ?? []
  const isReal = featured.length > 0

  return (
    <Section>
      <h2 className="d-l mb-10">
        {title}{' '}
        <span className="align-[.353em] font-sans text-large leading-none font-normal tracking-normal text-mute max-md:sr-only md:ml-2">
          {cue}
        </span>
      </h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-5.5 md:grid-cols-4 md:gap-7">
        {SAMPLES.map((sample, index) => {
          const creator = featured[index]
          if (creator) return <Creator key={creator.username} {...creator} />
          if (isReal) return <EmptyBox key={sample.name} />
          return (
            <li key={sample.name}>
              <CreatorBox name={sample.name} portrait={sample.portrait} words={crafts[index]} />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function Creator({ username, profile_pic, bio }: Landing['featured_creators'][number]) {
  return (
    <li>
      <Link to={generatePath(paths.profile, { username })} className="block rounded-lg">
        <CreatorBox name={username} portrait={profile_pic === null ? null : mediaUrl(profile_pic)} words={bio} />
      </Link>
    </li>
  )
}

interface CreatorBoxProps {
  name: string
  portrait: string | null
  words: string | undefined
}

/** One line for the name and three for the bio, whatever their length, so that there is no layout shift. */
function CreatorBox({ name, portrait, words }: CreatorBoxProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <>
      <Arch ratio="featured">
        {portrait && portrait !== broken ? (
          <img
            src={portrait}
            width={448}
            height={560}
            alt=""
            loading="lazy"
            className="object-face"
            onError={() => setBroken(portrait)}
          />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-full place-items-center bg-brass-wash font-display text-initial-3xl text-brass-ink"
          >
            {initialOf(name)}
          </span>
        )}
      </Arch>
      <p className={cx(NAME, 'truncate text-nowrap!')}>{name}</p>
      <p dir="auto" className={cx(WORDS, 'line-clamp-3 text-pretty wrap-break-word text-mute')}>
        {words}
      </p>
    </>
  )
}

function EmptyBox() {
  return (
    <li aria-hidden="true">
      <Arch ratio="featured" className="border-dashes border-dashed border-edge bg-transparent" />
      <p className={NAME}>&nbsp;</p>
      <p className={WORDS} />
    </li>
  )
}
