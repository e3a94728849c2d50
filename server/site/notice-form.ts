import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/accounts.ts'
import {
  type CONTENT_NOTICE_FIELDS,
  type ContentNoticeForm,
  contentNoticeAbout,
  contentNoticeProblems,
} from '#contract/content-notices.ts'
import { LOCALE_PARAMETER } from '#contract/locales.ts'
import { paths } from '#contract/paths.ts'
import { NOTICE_RECEIPT_TEMPLATE } from '#contract/public-paths.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/errors.ts'
import { followContentNotice, giveContentNotice } from '#server/features/content-notices/actions.ts'
import { REASON_WORDS } from '#server/features/content-notices/mails.ts'
import { addressOf } from '#server/http/caller.ts'
import { answerNotFound } from '#server/http/error-handler.ts'
import { requestLocale } from '#server/http/locale.ts'
import { timeInUtc } from '#server/mail/link-mail.ts'
import { fillForm, fillTexts, showParts } from './form-pages.ts'
import type { Pages } from './pages.ts'

/** More than any notice that is not too long. */
const BODY_LIMIT_BYTES = 64 * 1024
const FORM_TYPE = 'application/x-www-form-urlencoded'

interface Site {
  pages: Pages
  /** The content security policy of pages. */
  policy: string
}

/**
 * The form of `/report-content` for visitors without JavaScript: the browser posts it, and the answer is the prerendered
 * page with what was typed and what is wrong with it, or the receipt. The page behind the link of a receipt is the app,
 * with the same receipt for those who cannot run it.
 */
export function serveNoticeForm(app: FastifyInstance, ctx: Context, { pages, policy }: Site): void {
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
    done(null, new URLSearchParams(body.toString())),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'a form could not be answered')
    return sendForm(request, reply, { form: EMPTY, failure: { status, problem: 'form_failed' } })
  })

  function send(reply: FastifyReply, locale: Locale, html: string | undefined): FastifyReply {
    reply.headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'content-language': locale,
      'x-robots-tag': 'noindex',
    })
    return reply.type('text/html; charset=utf-8').send(html ?? '')
  }

  /** The page with what was typed, and with what is wrong. */
  function sendForm(request: FastifyRequest, reply: FastifyReply, { form, failure }: Refusal): FastifyReply {
    const locale = localeOf(request)
    const page = pages.textOf(paths.report_content, locale)
    if (page === undefined) return answerNotFound(request, reply)
    const problems = failure ? {} : contentNoticeProblems(form)
    const names = Object.entries(problems).map(([field, problem]) => `${field}_${problem}`)
    const shown = showParts(page, ['any', ...names, ...(failure ? [failure.problem] : [])])
    const values = { ...form, urls: form.urls.join('\n'), good_faith: String(form.good_faith) }
    const filled = fillForm(focusSummary(shown), { values, invalid: Object.keys(problems) })
    return send(reply.code(failure?.status ?? 422), locale, filled)
  }

  function receipt(locale: Locale, state: string, texts: Record<string, string | undefined>): string | undefined {
    const template = pages.textOf(NOTICE_RECEIPT_TEMPLATE, locale)
    const known = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]))
    const names = [
      `state_${state}`,
      ...known.map(([name]) => name),
      ...(texts.token && !texts.email ? ['no_email'] : []),
    ]
    return template && fillTexts(showParts(template, names), Object.fromEntries(known))
  }

  app.post(paths.report_content, async (request, reply) => {
    const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const form = readForm(body)
    const locale = localeOf(request)
    if (isForeign(request, ctx.origin())) {
      return sendForm(request, reply, { form, failure: { status: 403, problem: 'form_failed' } })
    }
    try {
      const { number, token } = body.get('website')
        ? { number: `${ctx.now().getUTCFullYear()}-00000`, token: '' }
        : await giveContentNotice(ctx, { form, locale, ip: addressOf(request) })
      const texts = {
        number,
        token: token && `${token}?${LOCALE_PARAMETER}=${locale}`,
        received: momentText(locale, ctx.now()),
        about: contentNoticeAbout(form.urls, new URL(ctx.origin()).host),
        reason: reasonText(locale, form.reason),
        from: form.name.trim(),
        email: form.email.trim(),
      }
      return send(reply.code(201), locale, receipt(locale, 'received', texts))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'invalid') return sendForm(request, reply, { form })
      if (error.retry_after !== undefined) reply.header('retry-after', String(error.retry_after))
      const problem = error.code === 'rate_limited' ? 'form_rate_limited' : 'form_failed'
      return sendForm(request, reply, { form, failure: { status: error.status, problem } })
    }
  })

  app.get<{ Params: { token: string } }>(paths.content_notice, async (request, reply) => {
    const locale = localeOf(request)
    const notice = await followContentNotice(ctx, request.params.token).catch(() => undefined)
    const page =
      notice &&
      receipt(locale, notice.outcome ?? 'received', {
        number: notice.number,
        received: momentText(locale, notice.created_at),
        reason: reasonText(locale, notice.reason),
        decided: notice.decided_at ? momentText(locale, notice.decided_at) : undefined,
      })
    return send(reply, locale, pages.shellWith(locale, page && rootOf(page)))
  })
}

interface Refusal {
  form: ContentNoticeForm
  /** Something else than its fields is wrong. */
  failure?: { status: number; problem: 'form_failed' | 'form_rate_limited' }
}

const EMPTY = readForm(new URLSearchParams())

function readForm(body: URLSearchParams): ContentNoticeForm {
  const text = (name: (typeof CONTENT_NOTICE_FIELDS)[number]) => body.get(name) ?? ''
  return {
    urls: body
      .getAll('urls')
      .flatMap((lines) => lines.split(/[\r\n]+/))
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    reason: text('reason'),
    explanation: text('explanation'),
    name: text('name'),
    email: text('email'),
    good_faith: text('good_faith') === 'true',
  }
}

/** The language of the page that was posted, which it names in a hidden field. */
function localeOf({ body, query, headers }: FastifyRequest): Locale {
  const posted = body instanceof URLSearchParams ? body.get(LOCALE_PARAMETER) : undefined
  const asked = (query as Record<string, unknown> | undefined)?.[LOCALE_PARAMETER]
  return requestLocale(headers, posted ?? (typeof asked === 'string' ? asked : undefined))
}

/**
 * Whether the form stands on a page of somebody else. Our pages send no referrer, so browsers send the origin "null" with
 * their forms.
 */
function isForeign({ headers }: FastifyRequest, origin: string): boolean {
  const from = headers.origin
  const isOwn = from === undefined || from === 'null' || from === origin || hostOf(from) === headers.host
  return !isOwn || headers['sec-fetch-site'] === 'cross-site'
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function momentText(locale: Locale, time: Date): string {
  return `${timeInUtc(locale, time)} UTC`
}

function reasonText(locale: Locale, reason: string): string {
  const words: Record<string, string> = REASON_WORDS[locale]
  return words[reason] ?? ''
}

/** The reader of the answer starts at the summary of what is wrong. */
function focusSummary(html: string): string {
  return html.replace('id="problems"', 'id="problems" autofocus=""')
}

/** What stands in the root element of a page. */
function rootOf(html: string): string {
  return /<div id="root">([\s\S]*)<\/div>\s*<template id="no-start">/.exec(html)?.[1] ?? ''
}
