import { describe, expect, it } from 'vitest'
import { CHANNELS, NOTICE_TOPICS, TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import { type Notice, NotificationSettings } from '#contract/notices.ts'
import { DEFAULT_SETTINGS, type Delivery, type DeliverySettings, judgeDelivery } from './judge-delivery.ts'
import { TOPIC_OF } from './notice-topics.ts'

type Kind = Notice['kind']
const KINDS = Object.keys(TOPIC_OF) as Kind[]

/** In Paris: a quiet hour at 23:00, and an hour of the day at 12:00. */
const NIGHT = new Date('2026-11-18T22:00:00.000Z')
const MORNING = new Date('2026-11-19T06:00:00.000Z')
const SUMMARY = new Date('2026-11-19T07:00:00.000Z')
const NOON = new Date('2026-11-18T11:00:00.000Z')
const QUARTER = 15 * 60_000

/**
 * What the rules of the house say, written down again as one table by kind: which channels are on for somebody who has chosen
 * nothing (capitals: nobody can switch it off), and whether a mail is sent by this notice at all.
 */
const RULES: Record<string, { kinds: Kind[]; app: string; push: string; mail: string }> = {
  post: { kinds: ['new_post'], app: 'on', push: 'on', mail: 'off' },
  story: { kinds: ['new_story'], app: 'on', push: 'off', mail: 'off' },
  opening: { kinds: ['box_open'], app: 'on', push: 'on', mail: 'on' },
  message: { kinds: ['new_message'], app: 'on', push: 'on', mail: 'on' },
  reaction: { kinds: ['new_reaction'], app: 'on', push: 'off', mail: 'off' },
  ticket: { kinds: ['ticket_ends', 'subscription_granted', 'subscription_revoked'], app: 'on', push: 'on', mail: 'on' },
  payment_problem: { kinds: ['payment_failed', 'payout_failed'], app: 'ALWAYS', push: 'on', mail: 'ALWAYS' },
  receipt: {
    kinds: [
      'payment_received',
      'payment_refunded',
      'renewal_soon',
      'renewal_stopped',
      'renewal_resumed',
      'withdrawal_asked',
      'withdrawal_declined',
    ],
    app: 'ALWAYS',
    push: 'off',
    mail: 'ALWAYS',
  },
  subscriber: { kinds: ['new_subscriber'], app: 'on', push: 'on', mail: 'off' },
  payout: { kinds: ['payout_sent'], app: 'on', push: 'off', mail: 'on' },
  report: { kinds: ['report_upheld', 'report_dismissed', 'report_reversed'], app: 'ALWAYS', push: 'off', mail: 'on' },
  security: {
    kinds: [
      'post_removed',
      'decision',
      'appeal_decided',
      'export_ready',
      'creator_approved',
      'verified',
      'verification_refused',
      'payout_account_changed',
      'factor_added',
      'factor_removed',
      'recovery_code_used',
      'recovery_codes_made',
      'second_step_failed',
      'factors_taken',
    ],
    app: 'ALWAYS',
    push: 'off',
    mail: 'ALWAYS',
  },
  // Their mails are sent by the sign-in, by the change and by the request.
  apart: {
    kinds: ['new_sign_in', 'password_changed', 'address_changed', 'recovery_asked'],
    app: 'ALWAYS',
    push: 'off',
    mail: 'NEVER',
  },
  staff: {
    kinds: ['case_opened', 'appeal_filed', 'verification_sent', 'withdrawal_waits', 'recovery_waits'],
    app: 'ALWAYS',
    push: 'NEVER',
    mail: 'NEVER',
  },
}

interface Case {
  kind: Kind
  /** What the reader has chosen for the topic: each channel on, off, or untouched. */
  chosen: { in_app?: boolean; push?: boolean; mail?: boolean }
  is_muted: boolean
  has_quiet_hours: boolean
  is_night: boolean
  mails: 'at_once' | 'daily'
}

/** The oracle: yes or no for each channel, and when. */
function expected({ kind, chosen, is_muted, has_quiet_hours, is_night, mails }: Case): Delivery | undefined {
  const [topic, rule] = Object.entries(RULES).find(([, { kinds }]) => kinds.includes(kind)) ?? []
  if (!rule) throw new Error(`no rule for ${kind}`)
  const now = is_night ? NIGHT : NOON
  if (is_muted && (topic === 'post' || topic === 'story')) return undefined
  const answer = (standard: string, choice: boolean | undefined) => {
    if (standard === 'ALWAYS') return true
    if (standard === 'NEVER') return false
    return choice === undefined ? standard === 'on' : choice
  }
  const isQuiet = has_quiet_hours && is_night
  const in_app = answer(rule.app, chosen.in_app)
  const has_push = answer(rule.push, chosen.push)
  const has_mail = answer(rule.mail, chosen.mail)
  if (!in_app && !has_push && !has_mail) return undefined
  const delivery = {
    in_app,
    push_at: has_push ? (isQuiet ? MORNING : now) : null,
    mail_at: null,
    in_summary: false,
    mailed_at: has_mail ? null : now,
  }
  if (!has_mail || rule.mail === 'ALWAYS') return delivery
  if (mails === 'daily') return { ...delivery, in_summary: true, mail_at: SUMMARY }
  if (isQuiet) return { ...delivery, mail_at: MORNING }
  return { ...delivery, mail_at: topic === 'message' ? new Date(now.getTime() + QUARTER) : null }
}

function judged({ kind, chosen, is_muted, has_quiet_hours, is_night, mails }: Case): Delivery | undefined {
  const topic = TOPIC_OF[kind]
  const settings: DeliverySettings = {
    choices: topic === null ? {} : { [topic]: chosen },
    mails,
    quiet_hours: has_quiet_hours ? { from: '22:00', until: '07:00' } : null,
    time_zone: 'Europe/Paris',
  }
  return judgeDelivery({ kind, settings, is_muted, now: is_night ? NIGHT : NOON })
}

const OPTIONS = [undefined, true, false]
const BOTH = [true, false]

function* everyCase(kind: Kind): Generator<Case> {
  for (const in_app of OPTIONS)
    for (const push of OPTIONS)
      for (const mail of OPTIONS)
        for (const is_muted of BOTH)
          for (const has_quiet_hours of BOTH)
            for (const is_night of BOTH)
              for (const mails of ['at_once', 'daily'] as const) {
                const chosen = {
                  ...(in_app !== undefined && { in_app }),
                  ...(push !== undefined && { push }),
                  ...(mail !== undefined && { mail }),
                }
                yield { kind, chosen, is_muted, has_quiet_hours, is_night, mails }
              }
}

describe('Which channel a notice takes', () => {
  it('The table of rules and the topics name every kind once', () => {
    const named = Object.values(RULES).flatMap(({ kinds }) => kinds)
    expect(named.toSorted()).toEqual(KINDS.toSorted())
    expect(Object.keys(TOPIC_DEFAULTS).toSorted()).toEqual([...NOTICE_TOPICS].toSorted())
    expect(Object.keys(NotificationSettings.properties.choices.properties)).toEqual([...NOTICE_TOPICS])
  })

  it.each(KINDS)('Every combination of choices, mute, quiet hours and time is judged right for %s', (kind) => {
    let count = 0
    for (const each of everyCase(kind)) {
      expect(judged(each), JSON.stringify(each)).toEqual(expected(each))
      count += 1
    }
    expect(count).toBe(3 ** 3 * 2 ** 4)
  })

  it('Whoever has chosen nothing gets the mails of 0.8.0 at once', () => {
    const KNOWN: Kind[] = ['post_removed', 'report_upheld', 'report_dismissed', 'subscription_granted', 'payout_sent']
    for (const kind of [...KNOWN, 'decision', 'export_ready', 'payment_failed', 'verified'] as const)
      expect(judgeDelivery({ kind, settings: DEFAULT_SETTINGS, is_muted: false, now: NOON }), kind).toMatchObject({
        in_app: true,
        mail_at: null,
        in_summary: false,
        mailed_at: null,
      })
  })

  it('A summary waits for the end of quiet hours that last longer than until eight', () => {
    const settings = { ...DEFAULT_SETTINGS, mails: 'daily' as const, quiet_hours: { from: '23:00', until: '10:00' } }
    const delivery = judgeDelivery({ kind: 'payout_sent', settings, is_muted: false, now: NIGHT })
    expect(delivery).toMatchObject({ in_summary: true, mail_at: new Date('2026-11-19T09:00:00Z') })
  })

  it('A mail about a message that would be due in quiet hours waits for their end, and the push does not', () => {
    const quiet_hours = { from: '12:10', until: '13:00' }
    const settings = { ...DEFAULT_SETTINGS, quiet_hours }
    expect(judgeDelivery({ kind: 'new_message', settings, is_muted: false, now: NOON })).toMatchObject({
      push_at: NOON,
      mail_at: new Date('2026-11-18T12:00:00Z'),
    })
  })

  it('A choice about one topic changes no other', () => {
    for (const topic of NOTICE_TOPICS) {
      const choices = { [topic]: Object.fromEntries(CHANNELS.map((channel) => [channel, false])) }
      for (const kind of KINDS.filter((other) => TOPIC_OF[other] !== topic)) {
        const of = (settings: DeliverySettings) => judgeDelivery({ kind, settings, is_muted: false, now: NOON })
        expect(of({ ...DEFAULT_SETTINGS, choices }), `${kind} ${topic}`).toEqual(of(DEFAULT_SETTINGS))
      }
    }
  })
})
