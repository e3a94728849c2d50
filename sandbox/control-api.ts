import { invalid } from './api-error.ts'
import { booksOf } from './balance.ts'
import type { ControlledClock, ControlledFaults, ControlledPeople } from './control.ts'
import type { State } from './state.ts'
import { FAILURE_CODES } from './store.ts'
import type { Webhooks } from './webhooks.ts'

export interface Controls {
  state: State
  webhooks: Webhooks
  clock: ControlledClock
  faults: ControlledFaults
  people: ControlledPeople
}

type Body = Readonly<Record<string, unknown>>

const OUTCOMES = ['pays', 'declines', 'pays_once'] as const
const REFUNDS = ['succeeded', 'pending', 'failed'] as const

/** The control API, for tests and demonstrations: JSON in, JSON out, and only from this machine. */
const ROUTES: Readonly<Record<string, (controls: Controls, body: Body, id: string) => unknown>> = {
  'GET /sandbox': describeState,
  'POST /sandbox/clock': ({ clock }, body) => {
    if (body.set !== undefined) clock.set(new Date(text(body, 'set') ?? ''))
    if (body.advance_ms !== undefined) clock.advance(number(body, 'advance_ms') ?? 0)
    return { now: clock.now() }
  },
  'POST /sandbox/faults': setFaults,
  'POST /sandbox/replay': ({ faults }, body) => {
    const since = text(body, 'since')
    const [ids, types] = [texts(body, 'ids'), texts(body, 'types')]
    const which = { ...(ids && { ids }), ...(types && { types }), ...(since && { since: new Date(since) }) }
    return { replayed: faults.replay(which) }
  },
  'POST /sandbox/sessions/:id/pay': ({ people }, body, id) => {
    const card = text(body, 'number')
    return { paid: people.pay(id, { ...cardOf(body), ...(card && { number: card }) }) }
  },
  'POST /sandbox/sessions/:id/decline': ({ people }, _, id) => people.decline(id),
  'POST /sandbox/cards': ({ people }, body) => people.nextCard(cardOf(body)),
  'POST /sandbox/customers/:id/card': ({ people }, body, id) =>
    people.setCard(id, choice(body, 'outcome', OUTCOMES) ?? 'pays'),
  'POST /sandbox/refunds': ({ people }, body) => people.nextRefund(choice(body, 'outcome', REFUNDS) ?? 'succeeded'),
  'POST /sandbox/refunds/:id': ({ people }, body, id) =>
    people.endRefund(id, choice(body, 'status', ['succeeded', 'failed']) ?? 'succeeded'),
  'POST /sandbox/disputes': ({ people }, body) =>
    people.openDispute(text(body, 'payment') ?? '', number(body, 'cents')),
  'POST /sandbox/disputes/:id': ({ people }, body, id) =>
    people.closeDispute(id, choice(body, 'status', ['won', 'lost']) ?? 'lost'),
  'POST /sandbox/accounts/:id/finish': ({ people }, body, id) => people.finishAccount(id, text(body, 'iban')),
  'POST /sandbox/accounts/:id/bank': ({ people }, body, id) =>
    people.setBank(id, choice(body, 'failure_code', FAILURE_CODES) ?? null),
  'POST /sandbox/accounts/:id/returns': ({ people }, body, id) =>
    people.returnPayout(id, choice(body, 'failure_code', FAILURE_CODES) ?? 'account_closed', text(body, 'payout')),
}

const PATTERNS = Object.entries(ROUTES).map(([route, handler]) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, handler, pattern: new RegExp(`^${path.replace(':id', '([A-Za-z0-9_]+)')}$`) }
})

/** Undefined for an address that is none. */
export function answerControl(
  controls: Controls,
  method: string,
  path: string,
  body: string,
): { status: number; body: string } | undefined {
  for (const { method: own, handler, pattern } of PATTERNS) {
    const match = own === method ? pattern.exec(path) : null
    if (match) {
      const result = handler(controls, readBody(body), match[1] ?? '')
      return { status: 200, body: JSON.stringify(result ?? {}) }
    }
  }
  return undefined
}

function describeState({ state, webhooks, clock }: Controls): object {
  return { now: clock.now(), books: booksOf(state), waiting_events: webhooks.pending }
}

function setFaults({ faults }: Controls, body: Body): object {
  const [delay, drop, lose] = [number(body, 'delay_ms'), body.drop, number(body, 'lose_answers')]
  if (delay !== undefined) faults.delay(delay)
  if (typeof body.double === 'boolean') faults.double(body.double)
  if (typeof body.reorder === 'boolean') faults.reorder(body.reorder)
  if (drop === true) faults.drop()
  if (drop === false) faults.drop(0)
  if (typeof drop === 'number') faults.drop(drop)
  if (body.hold === true) faults.hold()
  if (body.hold === false) faults.release()
  if (typeof body.away === 'boolean') faults.away(body.away)
  if (lose !== undefined) faults.loseAnswers(lose)
  return {}
}

function readBody(body: string): Body {
  if (body === '') return {}
  const value = parseJson(body)
  if (typeof value !== 'object' || value === null) throw invalid('The body must be a JSON object.')
  return value as Body
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function cardOf(body: Body) {
  const outcome = choice(body, 'outcome', OUTCOMES)
  const [country, billing_country] = [text(body, 'country'), text(body, 'billing_country')]
  return { ...(outcome && { outcome }), ...(country && { country }), ...(billing_country && { billing_country }) }
}

function text(body: Body, name: string): string | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalid(`${name} must be a text.`, { param: name })
  return value
}

function texts(body: Body, name: string): string[] | undefined {
  const value = body[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined
}

function number(body: Body, name: string): number | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !(value >= 0))
    throw invalid(`${name} must be a number, at least 0.`, { param: name })
  return value
}

function choice<T extends string>(body: Body, name: string, choices: readonly T[]): T | undefined {
  const value = text(body, name)
  const found = choices.find((one) => one === value)
  if (value !== undefined && !found) throw invalid(`${name} must be one of ${choices.join(', ')}.`, { param: name })
  return found
}
