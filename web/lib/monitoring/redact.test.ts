import { expect, test } from 'vitest'
import { maskSecrets, redact } from './redact.ts'

test('No token in a URL reaches monitoring', () => {
  expect(redact('https://loge.test/confirm-reset-password?reset_password_token=SECRET&lang=fr')).toBe(
    'https://loge.test/confirm-reset-password?reset_password_token=[redacted]&lang=fr',
  )
  expect(redact('wss://loge.test/api/cable?token=SECRET')).toBe('wss://loge.test/api/cable?token=[redacted]')
  expect(redact('/cable?token=SECRET.SECRET/SECRET')).toBe('/cable?token=[redacted]')
})

const TICKET = `${'SECRET_-x'.repeat(10)}y`

test('No signed URL of a video, no export ticket and no cable ticket reaches monitoring', () => {
  expect(redact('wss://loge.test/api/cable?ticket=SECRET')).toBe('wss://loge.test/api/cable?ticket=[redacted]')
  expect(redact(`/api/exports/1/file?ticket=${TICKET}&x=1`)).toBe('/api/exports/1/file?ticket=[redacted]&x=1')
  expect(redact(`https://loge.test/api/media/${TICKET}.mp4`)).toBe('https://loge.test/api/media/[redacted].mp4')
  const statement = `019ba4d2-0000-7000-8000-000000000000.${'a-_'.repeat(11).slice(1)}`
  expect(redact(`https://loge.test/decisions/${statement}?lang=fr`)).toBe(
    'https://loge.test/decisions/[redacted]?lang=fr',
  )
  expect(redact({ ticket: TICKET, stories: [{ media: `/media/${TICKET}` }] })).toEqual({
    ticket: '[redacted]',
    stories: [{ media: '/media/[redacted]' }],
  })
  expect(redact('/api/media/019ba4d2-0000-7000-8000-000000000000?w=960')).toBe(
    '/api/media/019ba4d2-0000-7000-8000-000000000000?w=960',
  )
  const recording = JSON.stringify({ src: `https://loge.test/api/media/${TICKET}.mp4`, next: '/cable?ticket=SECRET' })
  expect(maskSecrets(recording)).not.toContain('SECRET')
  expect(maskSecrets(recording)).toHaveLength(recording.length)
})

test('No link to a decision and no link to the export of a frozen person reaches monitoring', () => {
  const token = '019ba4d2-0000-7000-8000-000000000000.SECRET_-x'
  expect(redact(`https://loge.test/decisions/${token}`)).toBe('https://loge.test/decisions/[redacted]')
  expect(redact(`/api/decisions/${token}/appeal`)).toBe('/api/decisions/[redacted]/appeal')
  expect(redact('/api/exports/1/file?key=SECRET')).toBe('/api/exports/1/file?key=[redacted]')
  expect(redact('/admin/decisions/019ba4d2/appeal')).toBe('/admin/decisions/019ba4d2/appeal')
})

test('No token or password inside a report reaches monitoring', () => {
  const report = {
    breadcrumbs: [{ category: 'fetch', data: { url: '/cable?a=1&token=SECRET', method: 'GET' } }],
    request: { headers: { Authorization: 'SECRET', Accept: '*/*' } },
    extra: { user: { email: 'amy@loge.test', password: 'SECRET', reset_password_token: 'SECRET' } },
  }
  expect(JSON.stringify(redact(report))).not.toContain('SECRET')
  expect(redact(report).breadcrumbs[0]?.data.method).toBe('GET')
  expect(report.extra.user.password).toBe('SECRET')
})

test('A report with a circular reference is redacted', () => {
  const report: Record<string, unknown> = { url: '/?token=SECRET' }
  report.self = report
  expect(JSON.stringify(redact(report))).not.toContain('SECRET')
})

test('Values that are no plain data are not changed by redaction', () => {
  const when = new Date(0)
  expect(redact({ when, count: 3, nothing: null })).toEqual({ when, count: 3, nothing: null })
})

test('A recording is masked without changing its length', () => {
  const recording = JSON.stringify({
    href: 'https://loge.test/?lang=fr&token=SECRET',
    text: '{"url":"/?token=SECRET"}',
  })
  const painted = maskSecrets(recording)
  expect(painted).not.toContain('SECRET')
  expect(painted).toHaveLength(recording.length)
  expect(JSON.parse(painted).href).toBe('https://loge.test/?lang=fr&token=******')
})
