import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import velvet from '#web/assets/velvet.avif'
import { useSection, useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The call to action: a link to the sign-up, and the newsletter form that the page passes as `children`. */
export function EarlyAccess({ isMember, children }: { isMember: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const { title, lead, free } = useSection('newsletter').form
  return (
    <section id="subscribe" className="relative isolate overflow-hidden bg-velvet text-ivory">
      <img
        src={velvet}
        width={1440}
        height={650}
        alt=""
        loading="lazy"
        className="absolute inset-0 -z-1 size-full object-cover"
      />
      <div aria-hidden="true" className="velvet-scrim absolute inset-0 -z-1" />
      <div aria-hidden="true" className="pelmet absolute inset-x-0 bottom-0" />
      <div className="mx-auto grid max-w-page items-center gap-8 px-5 pt-28 pb-37.5 md:px-18 lg:grid-cols-[1fr_460px] lg:gap-16">
        <div className="on-picture">
          <h2 className="d-l">{title}</h2>
          <p className="lead mt-4.5 max-w-105 text-ivory-warm">{lead}</p>
          <p className="mt-7 flex flex-wrap items-center gap-x-4 gap-y-2 text-ivory-warm">
            {isMember ? (
              <ButtonLink to={paths.find} variant="ghost-light">
                {t('landing.find')}
              </ButtonLink>
            ) : (
              <>
                <ButtonLink to={paths.signup} variant="ghost-light" className="in-data-session:invisible">
                  {t('landing.sign_up')}
                </ButtonLink>
                {free}
              </>
            )}
          </p>
        </div>
        {children}
      </div>
    </section>
  )
}
