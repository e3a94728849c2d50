import { init } from '@sentry/react'
import { expect, test, vi } from 'vitest'
import { startSentry } from './sentry.ts'

vi.mock('@sentry/react', () => ({
  init: vi.fn(),
  addEventProcessor: vi.fn(),
  captureException: vi.fn(),
  makeFetchTransport: vi.fn(),
  browserTracingIntegration: () => ({ name: 'BrowserTracing' }),
  replayIntegration: (options: object) => ({ name: 'Replay', ...options }),
}))

const DSN = 'https://key@monitoring.test/1'

function started() {
  startSentry(DSN)
  const [options] = vi.mocked(init).mock.lastCall ?? []
  return options
}

// Spec 9.35
test('One session in ten is recorded, and every one with an error, without texts and pictures', () => {
  expect(started()).toMatchObject({ dsn: DSN, replaysSessionSampleRate: 0.1, replaysOnErrorSampleRate: 1 })
  expect(started()?.integrations).toContainEqual(
    expect.objectContaining({ name: 'Replay', maskAllText: true, maskAllInputs: true, blockAllMedia: true }),
  )
})

// Spec 9.36
test('Every trace is sampled', () => {
  expect(started()).toMatchObject({ tracesSampleRate: 1 })
  expect(started()?.integrations).toContainEqual({ name: 'BrowserTracing' })
})

// Spec 9.37
test('Reports carry the environment production', () => {
  expect(started()).toMatchObject({ environment: 'production' })
})
