import { timingSafeEqual } from 'node:crypto'
import { Gauge, type Registry } from 'prom-client'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { hashSecret } from '#server/store/ids.ts'
import { DOCS_POLICY, docsPage } from './docs-page.ts'
import { describe } from './health/finding.ts'
import { rememberDiagnosis, report } from './health/health.ts'
import { sendTestMail } from './health/test-mail.ts'
import { openApi } from './openapi.ts'
import type { Readiness } from './readiness.ts'

interface SystemParts {
  readiness: Readiness
  registry: Registry
  /** The endpoints that this server serves. Only these are described. */
  served: readonly Endpoint[]
}

/** The only feature that describes the server itself, so it is created together with it. */
export function describeSystem(parts: SystemParts): Feature {
  return { routes: (serve, ctx) => systemRoutes(serve, ctx, parts) }
}

function systemRoutes(serve: Serve, ctx: Context, { readiness, registry, served }: SystemParts): void {
  measureReplica(ctx, registry)
  serve(endpoints.get_liveness)(async () => ({ status: 'ok' }))

  serve(endpoints.get_readiness)(async ({ answer }) => {
    const report = await readiness.report()
    // Shared trouble is no reason to send requests elsewhere: there it is the same.
    if (report.trouble === 'own') answer.status(503)
    return report
  })

  serve(endpoints.get_metrics)(async ({ caller, answer }) => {
    if (!caller.is_local && !isMetricsToken(ctx, caller.authorization)) throw notFound()
    answer.header('content-type', registry.contentType)
    return await registry.metrics()
  })

  const diagnosis = rememberDiagnosis(ctx)
  const { in_force } = ctx.config

  serve(endpoints.get_health, { limit: 'health' })(async ({ query: { locale = 'en' } }) =>
    report(await diagnosis(), in_force, locale),
  )

  serve(endpoints.send_test_mail, { limit: 'test_mail' })(async ({ viewer, body: { locale = 'en' } }) => {
    const finding = await sendTestMail(ctx, { email: viewer.email, locale })
    return describe('mail', finding, { locale, secrets: in_force.secrets })
  })

  serve(endpoints.get_openapi)(async () => openApi(served))

  serve(endpoints.get_docs)(async ({ answer }) => {
    answer.header('content-type', 'text/html; charset=utf-8')
    answer.header('content-security-policy', DOCS_POLICY)
    return docsPage(served)
  })
}

function isMetricsToken(ctx: Context, authorization: string | undefined): boolean {
  const { metrics_token } = ctx.config
  if (metrics_token === undefined || authorization === undefined) return false
  return timingSafeEqual(hashSecret(authorization.replace(/^Bearer\s+/i, '')), hashSecret(metrics_token))
}

function measureReplica(ctx: Context, registry: Registry): void {
  new Gauge({
    name: 'loge_replica_used',
    help: 'Whether lists are read on the standby',
    registers: [registry],
    collect() {
      this.set(Number(ctx.replica?.is_used ?? false))
    },
  })
}
