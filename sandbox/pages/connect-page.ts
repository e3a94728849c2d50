import { SAMPLE_IBAN } from '../connect/accounts.ts'
import type { State } from '../state.ts'
import type { AccountLinkRow } from '../store.ts'
import { escapeHtml, icon, notePage, page } from './page.ts'
import { type Language, WORDS } from './words.ts'

/** The page where somebody who is to be paid says where the money goes: a bank account, and two buttons. */
export function connectPage(
  state: State,
  link: AccountLinkRow,
  language: Language,
  told: 'done_bank' | undefined,
): string {
  const words = WORDS[language]
  const isExpired = link.expires_at !== null && link.expires_at < state.clock.seconds()
  if (isExpired) return notePage(language, words.expired_title, words.expired_connect, link.refresh_url)
  const [bank] = state.store.get('accounts', link.account).external_accounts?.data ?? []
  const present = bank ? `<p class="hint">${escapeHtml(`${words.present_bank} ${bank.last4}`)}</p>` : ''
  const leave =
    link.return_url === null
      ? ''
      : `<button name="action" value="leave">${icon('leave')}${escapeHtml(words.leave)}</button>`
  return page(
    language,
    `${words.connect_title}, ${state.seller}`,
    `<main class="single">
<div><p class="to">${escapeHtml(words.paid_by)}</p><p class="seller">${escapeHtml(state.seller)}</p>
<h1>${escapeHtml(words.connect_title)}</h1></div>
${told ? `<p class="told ok" role="status">${escapeHtml(words[told])}</p>` : ''}
<form class="card" method="post">
<h2>${escapeHtml(words.bank)}</h2>
${present}<div class="field"><label for="iban">IBAN</label>
<span class="input">${icon('bank')}<input id="iban" name="iban" autocomplete="off" maxlength="42" value="${SAMPLE_IBAN}" aria-describedby="iban-hint"></span>
<p class="hint" id="iban-hint">${escapeHtml(words.number_hint)}</p></div>
<button class="main" name="action" value="finish">${escapeHtml(words.finish)}</button>
${leave}
<dl class="means">
<dt>${escapeHtml(words.finish)}</dt><dd>${escapeHtml(words.finish_means)}</dd>
${leave === '' ? '' : `<dt>${escapeHtml(words.leave)}</dt><dd>${escapeHtml(words.leave_means)}</dd>`}
</dl>
</form>
<p class="note">${escapeHtml(words.note_connect)}</p>
</main>`,
  )
}
