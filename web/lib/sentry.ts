import { addEventProcessor, browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react'
import { MONITORING } from '#contract/limits.ts'
import { redact } from './redact.ts'

/** Fetched by monitoring.ts, and only where a DSN is configured. Answers how to report an error. */
export function startSentry(dsn: string): (error: unknown) => void {
  init({
    dsn,
    environment: MONITORING.environment,
    tracesSampleRate: MONITORING.traceSampleRate,
    replaysSessionSampleRate: MONITORING.sessionSampleRate,
    replaysOnErrorSampleRate: MONITORING.errorSessionSampleRate,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [] },
    integrations: [
      browserTracingIntegration(),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        // The compressing worker comes from a blob, which the content security policy forbids.
        useCompression: false,
        beforeAddRecordingEvent: redact,
      }),
    ],
    beforeBreadcrumb: redact,
    beforeSendSpan: redact,
  })
  // Sees errors and replays alike; the SDK's own bookkeeping is not data and is left alone.
  addEventProcessor(({ sdkProcessingMetadata, ...event }) => ({
    ...redact(event),
    ...(sdkProcessingMetadata && { sdkProcessingMetadata }),
  }))
  return captureException
}
