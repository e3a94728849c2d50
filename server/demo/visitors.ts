import type { Locale } from '#contract/accounts.ts'
import { NEWSLETTER_CONSENT_VERSION } from '#contract/newsletter.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { Tx } from '#server/db/connect.ts'
import { emailKey } from '#server/emails.ts'
import {
  deleteContactMessagesOf,
  insertContactMessage,
  markMessageMailed,
  setMessageAnswered,
} from '#server/store/contact-messages.ts'
import { hashSecret, newId, newSecret } from '#server/store/ids.ts'
import { saveConfirmationLinks } from '#server/store/newsletter/confirmations.ts'
import {
  confirmNewsletterAddress,
  deleteNewsletterAddress,
  hashAddress,
  upsertNewsletterAddress,
} from '#server/store/newsletter/newsletter.ts'
import { earlier } from '#server/time.ts'

interface DemoMessage {
  name: string
  email: string
  locale: Locale
  message: string
  hours_ago: number
  answered_hours_ago?: number
}

const DEMO_MESSAGES: DemoMessage[] = [
  {
    name: 'Hélène Marchand',
    email: 'helene.marchand@visitors.loge.test',
    locale: 'fr',
    message:
      'Bonsoir,\n\nje n’arrive plus à lire les vidéos sur ma tablette depuis hier : le rideau se lève, puis l’image reste noire. Sur mon téléphone tout va bien.\n\nMerci d’avance',
    hours_ago: 3,
  },
  {
    name: 'Paul Ferrer',
    email: 'paul.ferrer@visitors.loge.test',
    locale: 'en',
    message:
      'Hello,\n\nI teach stage lighting at a small school in Porto and would like to show three public posts of louverdier to my students. Whom do I ask, you or the creator? The pictures would stay in the classroom, the class has eleven people in it, and we would of course say whose work it is. If there is a form to fill in, I will fill it in; if there is somebody to telephone, I will telephone; and if the answer is no, then at least I have asked, which is more than my students ever do.\n\nOne more thing: two of them have already asked me how one becomes a creator here. Is there an age that they have to be?\n\nKind regards\nPaul Ferrer',
    hours_ago: 27,
  },
  {
    name: 'Ines',
    email: 'ines.okafor@visitors.loge.test',
    locale: 'en',
    message: 'Please delete what you have about this address. Thank you.',
    hours_ago: 70,
    answered_hours_ago: 46,
  },
]

/** Addresses for early access. Those without a confirmation wait for their owner to follow the link. */
const DEMO_ADDRESSES: { email: string; locale: Locale; wish?: true; days_ago: number; confirmed?: true }[] = [
  { email: 'ludivine.perrin@visitors.loge.test', locale: 'fr', days_ago: 1 },
  { email: 'marek.nowak@visitors.loge.test', locale: 'en', wish: true, days_ago: 2, confirmed: true },
  { email: 'paul.ferrer@visitors.loge.test', locale: 'en', days_ago: 6, confirmed: true },
  { email: 'rosa.da.silva@visitors.loge.test', locale: 'fr', wish: true, days_ago: 9 },
  { email: 'aurelien.b@visitors.loge.test', locale: 'fr', days_ago: 21, confirmed: true },
]

/** Creates what visitors left. All of it counts as mailed, so that no mail is sent. */
export async function createDemoVisitors(db: Tx, now: Date): Promise<void> {
  for (const { hours_ago, answered_hours_ago, ...message } of DEMO_MESSAGES) {
    const created_at = earlier(now, hours_ago * HOUR_MS)
    const id = newId(created_at)
    await insertContactMessage(db, { id, ...message, email_key: emailKey(message.email), created_at })
    await markMessageMailed(db, id, created_at)
    if (answered_hours_ago !== undefined) await setMessageAnswered(db, id, earlier(now, answered_hours_ago * HOUR_MS))
  }
  for (const { email, locale, wish = false, days_ago, confirmed } of DEMO_ADDRESSES) {
    const consented_at = earlier(now, days_ago * DAY_MS)
    const address = { email, email_key: emailKey(email), consent_locale: locale, consented_at }
    const consent = { is_interested_in_creating: wish, consent_version: NEWSLETTER_CONSENT_VERSION }
    await upsertNewsletterAddress(db, { ...address, ...consent })
    const [confirm_hash, leave_hash] = [hashSecret(newSecret()), hashSecret(newSecret())]
    const links = { confirm_hash, leave_hash, now: consented_at }
    await saveConfirmationLinks(db, { ...address, address_hash: hashAddress(address.email_key) }, links)
    if (confirmed) await confirmNewsletterAddress(db, confirm_hash, consented_at)
  }
}

/** Removes what the visitors of the demo world left, and says how much it was. */
export async function removeDemoVisitors(db: Tx): Promise<{ contact_messages: number; newsletter_addresses: number }> {
  const removed = { contact_messages: 0, newsletter_addresses: 0 }
  for (const { email } of [...DEMO_MESSAGES, ...DEMO_ADDRESSES]) {
    removed.contact_messages += await deleteContactMessagesOf(db, emailKey(email))
    removed.newsletter_addresses += await deleteNewsletterAddress(db, emailKey(email))
  }
  return removed
}
