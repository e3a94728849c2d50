import { type Static, Type } from 'typebox'
import { EMAIL_MAX, EMAIL_PATTERN } from './accounts.ts'
import type { CASE_REASONS } from './cases.ts'
import { endpoint } from './endpoint.ts'
import { Honeypot, nullable, oneOf, recordOf, Time } from './schemas.ts'

export const CONTENT_NOTICE_URLS_MAX = 10
export const CONTENT_NOTICE_URL_MAX = 2000
export const CONTENT_NOTICE_EXPLANATION_MAX = 5000
export const CONTENT_NOTICE_NAME_MAX = 200

type Reason = (typeof CASE_REASONS)[number]

/**
 * The reasons of cases again: a module that the public page shares with those of members would be in the first load of
 * both. The compiler compares them.
 */
const IS_REASON: Readonly<Record<Reason, true>> = {
  minor: true,
  non_consensual: true,
  threat: true,
  harassment: true,
  identity: true,
  copyright: true,
  illegal_goods: true,
  spam: true,
  other: true,
}
const REASONS = Object.keys(IS_REASON) as Reason[]

/** The reason that needs no name and no e-mail address (article 16(2)(c) of the Digital Services Act). */
export const ANONYMOUS_REASON = 'minor'

/** The first year of the transparency figures. */
export const TRANSPARENCY_FIRST_YEAR = 2025

/** What somebody without an account types into the form. */
export interface ContentNoticeForm {
  urls: string[]
  reason: string
  explanation: string
  name: string
  email: string
  good_faith: boolean
}

/** In the order of the form. */
export const CONTENT_NOTICE_FIELDS = ['urls', 'reason', 'explanation', 'name', 'email', 'good_faith'] as const
export type ContentNoticeField = (typeof CONTENT_NOTICE_FIELDS)[number]
export type ContentNoticeProblem = 'required' | 'too_long' | 'above_limit' | 'format'
export type ContentNoticeProblems = Partial<Record<ContentNoticeField, ContentNoticeProblem>>

const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u
const EMAIL = new RegExp(EMAIL_PATTERN, 'u')

/** Every field that has to be corrected. The page and the server ask the same function. */
export function contentNoticeProblems(form: ContentNoticeForm): ContentNoticeProblems {
  const isAnonymous = form.reason === ANONYMOUS_REASON
  const found: [ContentNoticeField, ContentNoticeProblem | undefined][] = [
    ['urls', urlsProblem(form.urls.filter((url) => VISIBLE.test(url)))],
    ['reason', REASONS.some((reason) => reason === form.reason) ? undefined : 'required'],
    ['explanation', textProblem(form.explanation, CONTENT_NOTICE_EXPLANATION_MAX)],
    ['name', isAnonymous && form.name.trim() === '' ? undefined : textProblem(form.name, CONTENT_NOTICE_NAME_MAX)],
    ['email', isAnonymous && form.email.trim() === '' ? undefined : emailProblem(form.email.trim())],
    ['good_faith', form.good_faith ? undefined : 'required'],
  ]
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined))
}

function urlsProblem(urls: string[]): ContentNoticeProblem | undefined {
  if (urls.length === 0) return 'required'
  if (urls.length > CONTENT_NOTICE_URLS_MAX) return 'above_limit'
  return urls.some((url) => [...url].length > CONTENT_NOTICE_URL_MAX) ? 'too_long' : undefined
}

/** The length counts code points, as the schemas do. */
function textProblem(text: string, max: number): ContentNoticeProblem | undefined {
  if (!VISIBLE.test(text)) return 'required'
  return [...text].length > max ? 'too_long' : undefined
}

function emailProblem(email: string): ContentNoticeProblem | undefined {
  if (email === '') return 'required'
  return [...email].length <= EMAIL_MAX && EMAIL.test(email) ? undefined : 'format'
}

/**
 * What a notice is about, in short, for its receipt: the first address, without `host` if it is of this house. It comes
 * from the words alone, so it says nothing about what exists.
 */
export function contentNoticeAbout(urls: readonly string[], host: string): string {
  const [first = ''] = urls
  const [address = ''] = first.replace(/^https?:\/\//i, '').split(/[?#]/, 1)
  const path = address.startsWith(`${host}/`) ? address.slice(host.length + 1) : address
  const short = (path || address).replace(/\/$/, '')
  return urls.length > 1 ? `${short} + ${urls.length - 1}` : short
}

/** Null and missing are the same: nothing was typed. */
const Optional = Type.Optional(nullable(Type.String({ maxLength: 1000 })))

const Counts = recordOf(Type.Integer())

/** The figures of one year. Those of the demo are left out. */
export const Transparency = Type.Object({
  year: Type.Integer(),
  /** Notices of people without an account. */
  notices: Type.Object({ total: Type.Integer(), by_reason: Counts }),
  /** Reports of members. */
  reports: Type.Object({ total: Type.Integer(), by_reason: Counts }),
  /** A decision with several actions counts once in the total, and once for each of its actions. */
  decisions: Type.Object({
    total: Type.Integer(),
    automated: Type.Integer(),
    by_ground: Counts,
    by_action: Counts,
    /** From the opening of a case to the first decision of a person about it; null if there was none. */
    median_seconds: nullable(Type.Integer()),
  }),
  /** Those that were filed in this year. */
  appeals: Type.Object({ total: Type.Integer(), upheld: Type.Integer(), rejected: Type.Integer() }),
})

export const content_notices = {
  give_content_notice: endpoint({
    method: 'POST',
    path: '/content_notices',
    access: 'public',
    summary:
      'Report content without an account. The answer is the same, whether the addresses lead to something or not',
    body: Type.Object({
      urls: Type.Array(Type.String(), { maxItems: 100 }),
      reason: Type.String(),
      explanation: Type.String(),
      /** Name and e-mail address can be left out for the reason `minor` only. */
      name: Optional,
      email: Optional,
      good_faith: Type.Boolean(),
      website: Honeypot,
    }),
    status: 201,
    response: Type.Object({
      /** The year and a number in it, such as 2026-00087. */
      number: Type.String(),
      /** The end of the link that shows what became of it. */
      token: Type.String(),
    }),
  }),
  get_content_notice: endpoint({
    method: 'GET',
    path: '/content_notices/{token}',
    access: 'public',
    summary: 'What became of a notice, for whoever has its link',
    params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    response: Type.Object({
      number: Type.String(),
      created_at: Time,
      reason: oneOf(REASONS),
      state: oneOf(['received', 'acted', 'dismissed']),
      decided_at: nullable(Time),
    }),
  }),
  get_transparency: endpoint({
    method: 'GET',
    path: '/transparency',
    access: 'public',
    summary: 'Notices, reports, decisions and appeals of a year in figures; of the current one by default',
    query: Type.Object({ year: Type.Optional(Type.Integer({ minimum: TRANSPARENCY_FIRST_YEAR, maximum: 2100 })) }),
    response: Transparency,
  }),
}

export type Transparency = Static<typeof Transparency>
