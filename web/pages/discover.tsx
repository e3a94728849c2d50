import { useUser } from '#web/features/accounts/queries.ts'
import { InvitationSlot } from '#web/features/invitations/invitation-slot.tsx'
import { DemoPosts } from '#web/features/landing/demo-posts.tsx'
import { EarlyAccess } from '#web/features/landing/early-access.tsx'
import { Faq } from '#web/features/landing/faq.tsx'
import { FeaturedCreators } from '#web/features/landing/featured-creators.tsx'
import { Hero } from '#web/features/landing/hero.tsx'
import { FeatureList, HowItWorks } from '#web/features/landing/how-it-works.tsx'
import { NewsletterForm } from '#web/features/newsletter/newsletter-form.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

export function DiscoverPage() {
  const { t } = useTranslation()
  usePageTitle(t('landing.title'))
  const { status } = useUser()
  const isMember = status === 'member'
  return (
    <>
      <InvitationSlot isVisitor={status === 'visitor'} />
      <Hero isMember={isMember} />
      <FeatureList />
      <HowItWorks />
      <DemoPosts isMember={isMember} />
      <FeaturedCreators />
      <Faq />
      <EarlyAccess isMember={isMember}>
        <NewsletterForm />
      </EarlyAccess>
    </>
  )
}
