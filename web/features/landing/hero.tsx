import { paths } from '#contract/paths.ts'
import dancer from '#web/assets/dancer.avif'
import dancerSmall from '#web/assets/dancer-small.avif'
import loges from '#web/assets/loges.avif'
import logesSmall from '#web/assets/loges-small.avif'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Seal } from '#web/ui/pictures/seal.tsx'

/** The top of the landing page. Members get a link into the app instead of the sign-up. */
export function Hero({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation()
  return (
    <section className="mx-auto grid w-full max-w-page items-end gap-9 px-5 pt-9 md:gap-12 md:px-18 md:pt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.165fr)] lg:gap-8">
      <div className="min-w-0 lg:pb-16">
        <p className="cue mb-5.5">{t('landing.cue')}</p>
        <h1 className="d-xl">
          {t('landing.headline')} <em>{t('landing.headline_end')}</em>
        </h1>
        <p className="lead mt-6.5 max-w-117.5">{t('landing.lead')}</p>
        <div className="mt-8.5 flex flex-wrap gap-3 max-md:flex-col">
          {isMember ? (
            <>
              <ButtonLink to={paths.home}>{t('landing.to_feed')}</ButtonLink>
              <ButtonLink to={paths.find} variant="secondary">
                {t('landing.find')}
              </ButtonLink>
            </>
          ) : (
            <>
              <ButtonLink to={paths.signup} className="in-data-session:invisible">
                {t('landing.sign_up')}
              </ButtonLink>
              <ButtonLink to="#subscribe" variant="secondary" className="in-data-session:invisible">
                {t('landing.early_access')}
              </ButtonLink>
            </>
          )}
        </div>
      </div>
      <HeroArches />
    </section>
  )
}

/** Three arches, the last one behind a curtain. The pictures are wider than their arches, which crop them. */
function HeroArches() {
  return (
    <div aria-hidden="true">
      <div className="grid grid-cols-[21.5%_1fr_21.5%] items-end gap-[2.7%]">
        <div className="arch [--a:.41] [--r:0px] md:[--a:.365]">
          <img
            src={loges}
            srcSet={`${logesSmall} 384w, ${loges} 912w`}
            sizes="(min-width: 1440px) 320px, (min-width: 1024px) 23vw, 44vw"
            width={912}
            height={1140}
            alt=""
          />
        </div>
        <div className="arch [--a:.53] [--r:0px] md:[--a:.577]">
          <img
            src={dancer}
            srcSet={`${dancerSmall} 384w, ${dancer} 912w`}
            sizes="(min-width: 1440px) 488px, (min-width: 1024px) 34vw, 68vw"
            width={912}
            height={1140}
            fetchPriority="high"
            alt=""
            className="object-[47%_50%]"
          />
        </div>
        <div className="arch curtain [--a:.41] [--r:0px] md:[--a:.365]">
          <span className="curtain-stage" />
          <span className="curtain-shade" />
          <div className="absolute inset-x-0 bottom-8.5 grid justify-items-center">
            <Seal />
          </div>
        </div>
      </div>
      <div className="balustrade" />
    </div>
  )
}
