import { paths } from '#contract/paths.ts'
import dancer from '#web/assets/dancer.avif'
import loges from '#web/assets/loges.avif'
import { useTranslation } from '#web/lib/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Seal } from '#web/ui/seal.tsx'

export function Hero() {
  const { t } = useTranslation()
  return (
    <section className="mx-auto grid w-full max-w-[1440px] items-end gap-12 px-5 pt-9 md:px-18 md:pt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:gap-8">
      <div className="lg:pb-16">
        <p className="cue mb-5.5">{t('landing.cue')}</p>
        <h1 className="d-xl">
          {t('landing.headline')} <em>{t('landing.headline_end')}</em>
        </h1>
        <p className="lead mt-6.5 max-w-[470px]">{t('landing.lead')}</p>
        <div className="mt-8.5 flex flex-wrap gap-3 max-md:flex-col">
          <ButtonLink to={paths.signup}>{t('landing.sign_up')}</ButtonLink>
          <ButtonLink to={paths.login} variant="secondary">
            {t('landing.log_in')}
          </ButtonLink>
        </div>
      </div>
      <HeroBoxes />
    </section>
  )
}

/** Three boxes on their balustrade; the last one is closed. */
function HeroBoxes() {
  return (
    <div aria-hidden="true">
      <div className="grid grid-cols-[21.5%_1fr_21.5%] items-end gap-[2.7%]">
        <div className="arch [--a:.38] [--r:0px]">
          <img src={loges} alt="" />
        </div>
        <div className="arch [--a:.56] [--r:0px] md:[--a:.58]">
          <img src={dancer} alt="" className="object-[47%_50%]" />
        </div>
        <div className="arch curtain [--a:.38] [--r:0px]">
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
