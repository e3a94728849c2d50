import { paths } from '#contract/paths.ts'
import ceramics from '#web/assets/ceramics.avif'
import ceramicsSmall from '#web/assets/ceramics-small.avif'
import lou from '#web/assets/portrait-lou.avif'
import margaux from '#web/assets/portrait-margaux.avif'
import yuki from '#web/assets/portrait-yuki.avif'
import rehearsal from '#web/assets/rehearsal.avif'
import rehearsalSmall from '#web/assets/rehearsal-small.avif'
import { useSection, useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Curtain } from '#web/ui/pictures/curtain.tsx'
import { DemoPicture, DemoPost } from './demo-post.tsx'
import { useLanding } from './queries.ts'
import { Section } from './section.tsx'

/** The likes of the three demo posts, as specified. */
const [FIRST_LIKES, SECOND_LIKES, THIRD_LIKES] = [1643, 566, 377] as const

/** Three demo posts, the middle one behind a curtain. A real creator replaces the first two samples. */
export function DemoPosts({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation()
  const { title, intro, captions, dancer, ceramics: ceramicsAlt } = useSection('landing').programme
  const { username, profile_pic, post_file, first_description, second_description } = useLanding() ?? {}
  const creator = username && { username, portrait: profile_pic ? mediaUrl(profile_pic) : null }

  return (
    <Section>
      <div className="mb-10 items-end justify-between gap-8 lg:flex">
        <h2 className="d-l">{title}</h2>
        <p className="max-w-95 text-pretty text-soft max-lg:mt-3">{intro}</p>
      </div>
      <div className="mx-auto grid max-w-post gap-9 lg:max-w-none lg:grid-cols-3 lg:gap-7">
        <DemoPost
          {...(creator && post_file
            ? { ...creator, caption: first_description }
            : { username: 'margauxlenoir', portrait: margaux, caption: captions[0] })}
          likes={FIRST_LIKES}
          isLikedAtFirst
        >
          <DemoPicture
            sample={{ src: rehearsal, small: rehearsalSmall, width: 800, height: 1000, alt: dancer }}
            {...(creator &&
              post_file && {
                real: { src: mediaUrl(post_file), alt: t('landing.programme.picture_by', { username }) },
              })}
          />
        </DemoPost>
        <DemoPost
          {...(creator && second_description
            ? { ...creator, caption: second_description }
            : { username: 'louverdier', portrait: lou, caption: captions[1] })}
          likes={SECOND_LIKES}
        >
          <Curtain
            className="size-full"
            lines={[t('ui.private_content_who')]}
            action={
              isMember ? (
                <ButtonLink to={paths.find} variant="ivory" size="sm">
                  {t('landing.find')}
                </ButtonLink>
              ) : (
                <ButtonLink to={paths.signup} variant="ivory" size="sm" className="in-data-session:invisible">
                  {t('landing.programme.sign_up_now')}
                </ButtonLink>
              )
            }
          />
        </DemoPost>
        <DemoPost username="yukiaoyama" portrait={yuki} caption={captions[2]} likes={THIRD_LIKES}>
          <DemoPicture sample={{ src: ceramics, small: ceramicsSmall, width: 760, height: 950, alt: ceramicsAlt }} />
        </DemoPost>
      </div>
    </Section>
  )
}
