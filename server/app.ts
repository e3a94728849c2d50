import cors from '@fastify/cors'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { Registry } from 'prom-client'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CableLimits } from './cable/limits.ts'
import { installCable, isCableUpgrade } from './cable/plugin.ts'
import { cable } from './cable/routes.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { type Feature, handleJobs } from './feature.ts'
import { accounts } from './features/accounts/routes.ts'
import { blocks } from './features/blocks/routes.ts'
import { broadcasts } from './features/broadcasts/routes.ts'
import { cases } from './features/cases/routes.ts'
import { contact } from './features/contact/routes.ts'
import { content_notices } from './features/content-notices/routes.ts'
import { conversations } from './features/conversations/routes.ts'
import { creators } from './features/creators/routes.ts'
import { decisions } from './features/decisions/routes.ts'
import { deletion } from './features/deletion/routes.ts'
import { drafts } from './features/drafts/routes.ts'
import { exports } from './features/exports/routes.ts'
import { fan_cards } from './features/fan-cards/routes.ts'
import { insights } from './features/insights/routes.ts'
import { invitations } from './features/invitations/routes.ts'
import { landing } from './features/landing/routes.ts'
import { marks } from './features/marks/routes.ts'
import { media } from './features/media/routes.ts'
import { money } from './features/money/routes.ts'
import { monthly_statements } from './features/monthly-statements/routes.ts'
import { newsletter } from './features/newsletter/routes.ts'
import { pageOfNotice } from './features/notices/kinds.ts'
import { notices } from './features/notices/routes.ts'
import { measurePayments } from './features/payments/metrics.ts'
import { payments } from './features/payments/routes.ts'
import { measurePayouts } from './features/payouts/metrics.ts'
import { payouts } from './features/payouts/routes.ts'
import { seller_reports } from './features/payouts/seller-report.ts'
import { posts } from './features/posts/routes.ts'
import { profiles } from './features/profiles/routes.ts'
import { measurePushes } from './features/push/metrics.ts'
import { describePush } from './features/push/routes.ts'
import { receipts } from './features/receipts/routes.ts'
import { reports } from './features/reports/routes.ts'
import { second_factors } from './features/second-factors/routes.ts'
import { sessions } from './features/sessions/routes.ts'
import { staff } from './features/staff/routes.ts'
import { stories } from './features/stories/routes.ts'
import { subscribers } from './features/subscribers/routes.ts'
import { subscriptions } from './features/subscriptions/routes.ts'
import { createReadiness } from './features/system/readiness.ts'
import { describeSystem } from './features/system/routes.ts'
import { verifications } from './features/verifications/routes.ts'
import { waiting_lists } from './features/waiting-lists/routes.ts'
import { installBoundedHeaders } from './http/bounded-headers.ts'
import { answerError, answerNotFound, installErrorHandler } from './http/error-handler.ts'
import { acceptForms } from './http/forms.ts'
import { type HttpLimits, httpLimits } from './http/http-limits.ts'
import { createHttpServer } from './http/http-server.ts'
import { KeptAnswers } from './http/kept-answers.ts'
import { limitBodyTime } from './http/request-body.ts'
import { installRequestId, REQUEST_ID_HEADER, requestIdOf } from './http/request-id.ts'
import { createRequestLog, installRequestLog, RequestLogController } from './http/request-log.ts'
import { createServe } from './http/route.ts'
import { installSchemas } from './http/schemas.ts'
import { installSecurityHeaders, securityHeaders } from './http/security-headers.ts'
import { installSecurityLog } from './http/security-log.ts'
import { answerKept, installShortcuts } from './http/shortcuts.ts'
import { installShutdown, Shutdown } from './http/shutdown.ts'
import type { CallLimit } from './limits/rate-limits.ts'
import { serveWeb } from './site/web.ts'

/** All features except `system`, which needs to know the others. A new feature is one line here. */
export const FEATURES: readonly Feature[] = [
  accounts,
  sessions,
  second_factors,
  deletion,
  blocks,
  cases,
  decisions,
  cable,
  conversations,
  creators,
  exports,
  insights,
  fan_cards,
  invitations,
  landing,
  newsletter,
  contact,
  content_notices,
  media,
  marks,
  notices,
  receipts,
  money,
  monthly_statements,
  seller_reports,
  payments,
  payouts,
  reports,
  posts,
  drafts,
  profiles,
  // After all that creates notices.
  describePush(pageOfNotice),
  staff,
  stories,
  subscriptions,
  verifications,
  waiting_lists,
  broadcasts,
  subscribers,
]

/** Options besides the context. The defaults are those of the product. */
export interface AppOptions {
  registry?: Registry
  shutdown?: Shutdown
  /** The folder of the web build. Without it only the API is served. */
  web_root?: string
  /** Called for every route that is added. */
  on_route?: (route: {
    methods: string[]
    url: string
    endpoint: Endpoint | undefined
    limit: CallLimit | undefined
  }) => void
  http_limits?: Partial<HttpLimits>
  cable_limits?: Partial<CableLimits>
}

const API_PREFIX = '/api'
const JSON_LIMIT_BYTES = 128 * 1024

export async function buildApp(ctx: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const registry = options.registry ?? new Registry()
  const shutdown = options.shutdown ?? new Shutdown()
  const readiness = createReadiness(ctx, shutdown)
  const limits = httpLimits(options.http_limits)
  const served: Endpoint[] = []
  const record = createRequestLog(registry)
  const kept = new KeptAnswers()
  const features = [...FEATURES, describeSystem({ readiness, registry, served })]
  const app = fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new RequestLogController(),
    genReqId: requestIdOf,
    trustProxy: trustProxy(ctx.config),
    bodyLimit: JSON_LIMIT_BYTES,
    serverFactory: (handle) =>
      createHttpServer(answerKept(handle, ctx, { kept, shutdown, record }), {
        config: ctx.config,
        log: ctx.log,
        limits,
        isUpgrade: isCableUpgrade,
      }),
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // Hooks do not run for URLs that the router cannot parse.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers({ ...securityHeaders(ctx.config), [REQUEST_ID_HEADER]: request.id })),
    // Requests that still arrive during the shutdown are served.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  app.addHook('onRoute', ({ method, url, config }) => {
    options.on_route?.({ methods: [method].flat(), url, endpoint: config?.endpoint, limit: config?.limit })
  })
  app.decorateRequest('viewer', null)
  installShortcuts(app, ctx, { kept, shutdown })
  installRequestId(app)
  installBoundedHeaders(app)
  limitBodyTime(app, limits)
  installSchemas(app)
  acceptJson(app)
  installSecurityHeaders(app, ctx.config)
  installRequestLog(app, record)
  installSecurityLog(app, ctx)
  installShutdown(app, shutdown)
  installErrorHandler(app)

  await app.register(
    async (api) => {
      await api.register(cors, {
        origin: ctx.config.allowed_origins.length > 0 ? ctx.config.allowed_origins : false,
        allowedHeaders: ['Authorization', 'Content-Type', 'X-Request-Id'],
        exposedHeaders: [
          'Authorization',
          'Link',
          'Retry-After',
          'X-Request-Id',
          'X-Sample',
          'X-Total-Count',
          'X-Unread-Apart',
          'X-Unread-Count',
        ],
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        maxAge: 600,
      })
      api.addHook('onRequest', (_request, reply, done) => {
        reply.header('cache-control', 'no-store')
        done()
      })
      api.setNotFoundHandler(answerNotFound)
      await acceptForms(api, ctx.config)
      api.addHook('onRoute', ({ config }) => {
        if (config?.endpoint && !served.includes(config.endpoint)) served.push(config.endpoint)
      })
      const serve = createServe(api, ctx)
      for (const { routes } of features) routes?.(serve, ctx)
    },
    { prefix: API_PREFIX },
  )
  measurePayments(ctx, registry)
  measurePayouts(ctx, registry)
  measurePushes(ctx, registry)
  installCable(app, ctx, { registry, limits: options.cable_limits })
  if (options.web_root === undefined) app.setNotFoundHandler(answerNotFound)
  else await serveWeb(app, ctx, options.web_root)
  for (const feature of features) await handleJobs(ctx, feature)
  return app
}

/** A number is the number of reverse proxies. */
function trustProxy({ trust_proxy }: Config) {
  return typeof trust_proxy === 'number' ? (_address: string, hop: number) => hop < trust_proxy : trust_proxy
}

/** Accepts JSON only. The body may be empty, because the specified client sends the content type with every request. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    return parse(request, body.toString(), done)
  })
}
