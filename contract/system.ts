import { type Static, Type } from 'typebox'
import { Locale } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { ASKED_WIDTHS } from './media.ts'
import { Id, nullable, oneOf, recordOf, Time } from './schemas.ts'

const Readiness = Type.Object({
  status: oneOf(['ok', 'degraded']),
  checks: recordOf(Type.Boolean()),
  /** `own`: this process only, which gets no requests (503). `shared`: all processes. Absent if all is well. */
  trouble: Type.Optional(oneOf(['own', 'shared'])),
})

/** The parts that the health check looks at, in the order in which they are shown. */
export const HEALTH_CHECKS = [
  'settings',
  'database',
  'pooler',
  'migrations',
  'redis',
  'processes',
  'media',
  'mail',
  'payments',
  'payouts',
  'seal',
  'second_factors',
  'clock',
  'disk',
  'jobs',
  'backup',
] as const
export const CHECK_STATES = ['ok', 'warning', 'failed', 'not_used'] as const
/** `env_file`: the file `.env`. `file`: the file that `NAME_FILE` names. */
export const SETTING_SOURCES = ['default', 'environment', 'env_file', 'file'] as const

const HealthCheck = Type.Object({
  name: oneOf(HEALTH_CHECKS),
  state: oneOf(CHECK_STATES),
  /** What was found, in the language that was asked for. */
  sentence: Type.String(),
  /** What to do. Null if there is nothing to do. */
  remedy: nullable(Type.String()),
  /** Technical facts, the same in every language. */
  details: Type.Array(Type.String()),
})

const Health = Type.Object({
  checked_at: Time,
  checks: Type.Array(HealthCheck),
  /** The settings in force. The value of a secret is null. */
  settings: Type.Array(
    Type.Object({ name: Type.String(), source: oneOf(SETTING_SOURCES), value: nullable(Type.String()) }),
  ),
})

/** Calls about the product itself, and the one that serves media. */
export const system = {
  get_media: endpoint({
    method: 'GET',
    path: '/media/{name}',
    access: 'public',
    summary: 'The bytes of a picture or a video; a protected one is authorised at every request',
    params: Type.Object({ name: Type.String({ maxLength: 300 }) }),
    query: Type.Object({
      w: Type.Optional(Type.Unsafe<(typeof ASKED_WIDTHS)[number]>({ type: 'integer', enum: [...ASKED_WIDTHS] })),
    }),
    produces: ['image/webp', 'video/mp4'],
    also: {
      206: 'The part that Range asked for',
      302: 'A public picture lies in a bucket: it is there for a while',
      304: 'Unchanged since the tag in If-None-Match',
      416: 'The file has no such part',
    },
    response: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
  }),
  get_media_preview: endpoint({
    method: 'GET',
    path: '/media/{id}/preview.jpg',
    access: 'public',
    summary: 'A picture that is public to everybody as the JPEG of a link preview',
    params: Type.Object({ id: Id }),
    produces: 'image/jpeg',
    response: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
  }),
  get_openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This description',
    response: Type.Unknown(),
  }),
  get_docs: endpoint({
    method: 'GET',
    path: '/docs',
    access: 'public',
    summary: 'This description as a page',
    produces: 'text/html',
    response: Type.String(),
  }),
  get_liveness: endpoint({
    method: 'GET',
    path: '/health/live',
    access: 'public',
    summary: 'Whether the process runs',
    response: Type.Object({ status: oneOf(['ok']) }),
  }),
  get_readiness: endpoint({
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    summary:
      'Whether this process should get requests: 503 while it shuts down or its disk fails; `checks` and `trouble` say what else fails',
    response: Readiness,
    unavailable: Readiness,
  }),
  get_metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    access: 'public',
    summary: 'Prometheus metrics; answers loopback, or a caller with METRICS_TOKEN',
    produces: 'text/plain',
    response: Type.String(),
  }),
  get_health: endpoint({
    method: 'GET',
    path: '/admin/health',
    access: 'admin',
    summary: 'The state of every part, as `npm run doctor` prints it, with the settings in force; without secrets',
    query: Type.Object({ locale: Type.Optional(Locale) }),
    response: Health,
  }),
  send_test_mail: endpoint({
    method: 'POST',
    path: '/admin/health/mail',
    access: 'admin',
    summary: 'Send a test mail to one’s own address, and say what became of it',
    body: Type.Object({ locale: Type.Optional(Locale) }),
    response: HealthCheck,
  }),
}

export type Health = Static<typeof Health>
export type HealthCheck = Static<typeof HealthCheck>
export type HealthCheckName = HealthCheck['name']
export type CheckState = HealthCheck['state']
export type SettingInForce = Health['settings'][number]
