import type Stripe from 'stripe'
import type { State } from '../state.ts'
import { itemPeriodEnd } from '../subscriptions.ts'
import { cardForm, escapeHtml, icon, notePage, page } from './page.ts'
import { countryName, day, type Language, money, percent, WORDS } from './words.ts'

/** The page of a checkout session: what is sold, a card, and three buttons. */
export function checkoutPage(state: State, session: Stripe.Checkout.Session, language: Language): string {
  const words = WORDS[language]
  if (session.status === 'expired') return notePage(language, words.expired_title, words.expired, session.cancel_url)
  if (session.status === 'complete') return notePage(language, words.paid_title, words.paid, session.success_url)
  const total = money(language, session.amount_total ?? 0)
  const { lines } = state.store.get('session_plans', session.id)
  const buttons = `<button class="main" name="action" value="pay">${escapeHtml(words.pay)} ${escapeHtml(total)}</button>
<div class="pair">
<button name="action" value="decline">${icon('refuse')}${escapeHtml(words.decline)}</button>
<button name="action" value="leave">${icon('leave')}${escapeHtml(words.leave)}</button>
</div>
<dl class="means">
<dt>${escapeHtml(words.pay)}</dt><dd>${escapeHtml(words.pay_means)}</dd>
<dt>${escapeHtml(words.decline)}</dt><dd>${escapeHtml(words.decline_means)}</dd>
<dt>${escapeHtml(words.leave)}</dt><dd>${escapeHtml(words.leave_means)}</dd>
</dl>`
  return page(
    language,
    `${words.title} ${total}, ${state.seller}`,
    `<main class="checkout">
<div><p class="to">${escapeHtml(words.you_pay)}</p><p class="seller">${escapeHtml(state.seller)}</p>
<h1>${escapeHtml(total)}</h1>${renewal(state, lines, language)}</div>
${cardForm({ language, buttons })}
<dl class="lines">${lines.map((line) => lineRows(line, language)).join('')}${row(words.total, total)}</dl>
<p class="note">${escapeHtml(words.note)}</p>
</main>`,
  )
}

function renewal(state: State, lines: readonly Stripe.LineItem[], language: Language): string {
  const price = lines[0]?.price
  const interval = (['day', 'week', 'month', 'year'] as const).find((one) => one === price?.recurring?.interval)
  if (!price || !interval) return ''
  const now = state.clock.seconds()
  const next = day(language, itemPeriodEnd(price, now, now))
  return `<p class="then">${escapeHtml(WORDS[language].then_each[interval])} ${escapeHtml(next)}</p>`
}

function lineRows(line: Stripe.LineItem, language: Language): string {
  const inclusive = (line.taxes ?? []).filter(({ rate }) => rate.inclusive).reduce((sum, tax) => sum + tax.amount, 0)
  const taxes = (line.taxes ?? []).map(({ amount, rate }) => {
    const where = rate.country === null ? '' : `, ${countryName(language, rate.country)}`
    return row(`${WORDS[language].vat} ${percent(language, rate.percentage)}${where}`, money(language, amount))
  })
  return row(line.description ?? '', money(language, line.amount_subtotal - inclusive)) + taxes.join('')
}

function row(name: string, amount: string): string {
  return `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(amount)}</dd></div>`
}
