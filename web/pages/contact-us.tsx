import { useUser } from '#web/features/accounts/queries.ts'
import { ContactForm } from '#web/features/contact/contact-form.tsx'
import { ContactHeading, Expectations } from '#web/features/contact/contact-texts.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Boxes } from '#web/ui/pictures/boxes.tsx'

/** Texts on the left, form on the right; on phones the form follows the heading, and the illustration is last. */
export function ContactUsPage() {
  const { t } = useTranslation()
  const viewer = useUser()
  usePageTitle(t('contact.title'))
  return (
    <div className="mx-auto grid w-full max-w-content flex-1 content-start items-start gap-x-18 gap-y-9 md:gap-y-11 px-5 pt-9 md:px-8 md:pt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)]">
      <ContactHeading />
      <div className="lg:row-span-3 lg:pb-24">
        <ContactForm email={viewer.status === 'member' ? viewer.user.email : ''} />
      </div>
      <Expectations />
      <Boxes middle="chair" className="self-end" />
    </div>
  )
}
