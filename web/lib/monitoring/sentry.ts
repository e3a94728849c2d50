import {
  addEventProcessor,
  browserTracingIntegration,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/react'
import { MONITORING } from '#contract/limits.ts'
import { blacken, redact } from './redact.ts'

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
      }),
    ],
    // The last door: a recording, for one, holds addresses that no other hook is shown.
    transport: (options) => makeFetchTransport(options, sendBlackened),
  })
  // The SDK's own bookkeeping is not data and is left alone.
  addEventProcessor(({ sdkProcessingMetadata, ...event }) => ({
    ...redact(event),
    ...(sdkProcessingMetadata && { sdkProcessingMetadata }),
  }))
  return captureException
}

// Taken before the SDK listens in on it.
const plainFetch = fetch

function sendBlackened(...[url, request]: Parameters<typeof fetch>): Promise<Response> {
  return plainFetch(url, { ...request, body: blackenBody(request?.body ?? null) })
}

function blackenBody(body: BodyInit | null): BodyInit | null {
  if (typeof body === 'string') return blacken(body)
  if (body instanceof Uint8Array) return new TextEncoder().encode(blacken(new TextDecoder().decode(body)))
  return body
}
