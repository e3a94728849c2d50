import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { finishAccount } from '../connect/accounts.ts'
import { actOnPortal } from '../portal.ts'
import { paySession } from '../sessions.ts'
import type { State } from '../state.ts'
import { checkoutPage } from './checkout-page.ts'
import { connectPage } from './connect-page.ts'
import { notePage } from './page.ts'
import { PAGE_CSS } from './page-css.ts'
import { portalPage } from './portal-page.ts'
import { languageOf, WORDS } from './words.ts'

export interface PageRequest {
  method: string
  path: string
  form: string
  headers: IncomingHttpHeaders
}

export interface PageAnswer {
  status: number
  headers: OutgoingHttpHeaders
  body: string
}

/** No `form-action`: it would also forbid the way back to the shop after a form. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** What people see. Whoever knows the random address of a page may use it. */
export function answerPage(state: State, request: PageRequest): PageAnswer {
  if (request.path === '/page.css')
    return { status: 200, headers: { ...HEADERS, 'content-type': 'text/css; charset=utf-8' }, body: PAGE_CSS }
  const [, kind, id = ''] = request.path.split('/')
  if (kind === 'pay' && state.store.find('sessions', id)) return answerCheckout(state, id, request)
  if (kind === 'portal' && state.store.find('portal_sessions', id)) return answerPortal(state, id, request)
  if (kind === 'connect' && state.store.find('account_links', id)) return answerConnect(state, id, request)
  const language = languageOf(null, request.headers['accept-language'])
  return html(404, notePage(language, WORDS[language].missing_title, WORDS[language].missing, null))
}

function answerCheckout(state: State, id: string, request: PageRequest): PageAnswer {
  const session = state.store.get('sessions', id)
  const language = languageOf(session.locale, request.headers['accept-language'])
  if (request.method !== 'POST' || session.status !== 'open') return html(200, checkoutPage(state, session, language))
  const form = new URLSearchParams(request.form)
  const back = (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)
  switch (form.get('action')) {
    case 'pay':
      state.store.transaction(() => paySession(state, id, { number: form.get('number') ?? undefined }))
      return redirect(back)
    case 'decline':
      state.store.transaction(() => paySession(state, id, { next: { outcome: 'declines' } }))
      return redirect(back)
    case 'leave':
      return redirect(session.cancel_url ?? back)
    default:
      return html(400, checkoutPage(state, session, language))
  }
}

function answerPortal(state: State, id: string, request: PageRequest): PageAnswer {
  const session = state.store.get('portal_sessions', id)
  const language = languageOf(session.locale, request.headers['accept-language'])
  const form = new URLSearchParams(request.form)
  if (request.method === 'POST') {
    const pressed = {
      action: form.get('action') ?? '',
      subscription: form.get('subscription') ?? '',
      number: form.get('number') ?? '',
    }
    const result = state.store.transaction(() => actOnPortal(state, session.customer, pressed))
    return redirect(`/portal/${id}${result ? `?told=${result}` : ''}`)
  }
  const told = (['done_card', 'done_pay', 'refused'] as const).find((one) => one === form.get('told'))
  return html(200, portalPage(state, session, language, told))
}

function answerConnect(state: State, id: string, request: PageRequest): PageAnswer {
  const link = state.store.get('account_links', id)
  const language = languageOf(null, request.headers['accept-language'])
  const isOpen = link.expires_at === null || link.expires_at >= state.clock.seconds()
  const form = new URLSearchParams(request.form)
  if (request.method === 'POST' && isOpen) {
    if (form.get('action') === 'leave' && link.return_url !== null) return redirect(link.return_url)
    if (form.get('action') !== 'finish') return html(400, connectPage(state, link, language, undefined))
    state.store.transaction(() => finishAccount(state, link.account, form.get('iban') ?? undefined))
    return redirect(link.return_url ?? `/connect/${id}?told=done_bank`)
  }
  return html(200, connectPage(state, link, language, form.get('told') === 'done_bank' ? 'done_bank' : undefined))
}

function html(status: number, body: string): PageAnswer {
  return { status, headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' }, body }
}

function redirect(location: string): PageAnswer {
  return { status: 303, headers: { ...HEADERS, location }, body: '' }
}
