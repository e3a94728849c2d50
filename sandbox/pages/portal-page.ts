import type Stripe from 'stripe'
import { defaultCard } from '../customers.ts'
import { type PortalResult, type PortalRow, portalRows } from '../portal.ts'
import type { State } from '../state.ts'
import { cardForm, escapeHtml, page } from './page.ts'
import { day, type Language, money, WORDS, type Words } from './words.ts'

/** The page of a customer: subscriptions, what is open, and the card. */
export function portalPage(
  state: State,
  session: Stripe.BillingPortal.Session,
  language: Language,
  result: PortalResult,
): string {
  const words = WORDS[language]
  const rows = portalRows(state, session.customer).map((row) => subscriptionRow(row, language))
  const card = defaultCard(state, session.customer)?.card
  const present = card ? `${words.present_card} ${card.last4}` : words.no_card
  const told = result
    ? `<p class="told ${result === 'refused' ? 'err' : 'ok'}" role="status">${escapeHtml(words[result])}</p>`
    : ''
  const back =
    session.return_url === null
      ? ''
      : `<p><a class="button" href="${escapeHtml(session.return_url)}">${escapeHtml(words.back)}</a></p>`
  return page(
    language,
    `${words.portal_title}, ${state.seller}`,
    `<main class="single">
<div><p class="to">${escapeHtml(words.portal_at)}</p><p class="seller">${escapeHtml(state.seller)}</p>
<h1>${escapeHtml(words.portal_title)}</h1></div>
${told}
${rows.length === 0 ? `<p>${escapeHtml(words.none)}</p>` : `<ul class="subscriptions">${rows.join('')}</ul>`}
${cardForm({
  language,
  before: `<p class="hint">${escapeHtml(present)}</p>`,
  buttons: `<button class="main" name="action" value="card">${escapeHtml(words.change_card)}</button>`,
})}
${back}
<p class="note">${escapeHtml(words.note)}</p>
</main>`,
  )
}

function subscriptionRow({ name, subscription, open }: PortalRow, language: Language): string {
  const words = WORDS[language]
  const amount = open ? ` ${money(language, open.amount_remaining)}` : ''
  const late = subscription.status === 'past_due' ? `<p class="err">${escapeHtml(words.past_due)}</p>` : ''
  const pay = open ? button('pay', `${words.pay_now}${amount}`, 'main') : ''
  const toggle = subscription.cancel_at_period_end ? button('resume', words.resume) : button('stop', words.stop)
  const buttons = subscription.status === 'canceled' ? '' : `${pay}${toggle}`
  return `<li><form method="post"><input type="hidden" name="subscription" value="${escapeHtml(subscription.id)}">
<h2>${escapeHtml(name)}</h2>
<p class="hint">${escapeHtml(renewal(subscription, words, language))}</p>${late}${buttons}</form></li>`
}

function renewal(subscription: Stripe.Subscription, words: Words, language: Language): string {
  const end = subscription.ended_at ?? subscription.items.data[0]?.current_period_end ?? 0
  if (subscription.status === 'canceled') return `${words.ended} ${day(language, end)}`
  return `${subscription.cancel_at_period_end ? words.stops : words.renews} ${day(language, end)}`
}

function button(action: string, label: string, look = ''): string {
  return `<button class="${look}" name="action" value="${action}">${escapeHtml(label)}</button>`
}
