import {
  addEventProcessor,
  browserTracingIntegration,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/react'
import { maskSecrets, redact } from './redact.ts'

export const MONITORING = {
  environment: 'production',
  sessionSampleRate: 0.1,
  errorSessionSampleRate: 1,
  traceSampleRate: 1,
} as const

/** Starts the SDK and returns the function that reports an error. Only monitoring.ts imports this, lazily. */
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
        // The compression worker is a blob URL, which the content security policy forbids.
        useCompression: false,
      }),
    ],
    // Last line of defence: session replays contain URLs that no other hook sees.
    transport: (options) => makeFetchTransport(options, sendMasked),
  })
  // This metadata is internal to the SDK and is never sent.
  addEventProcessor(({ sdkProcessingMetadata, ...event }) => ({
    ...redact(event),
    ...(sdkProcessingMetadata && { sdkProcessingMetadata }),
  }))
  return captureException
}

// Saved before the SDK instruments `fetch`.
const plainFetch = fetch

function sendMasked(...[url, request]: Parameters<typeof fetch>): Promise<Response> {
  return plainFetch(url, { ...request, body: maskBody(request?.body ?? null) })
}

function maskBody(body: BodyInit | null): BodyInit | null {
  if (typeof body === 'string') return maskSecrets(body)
  if (body instanceof Uint8Array) return new TextEncoder().encode(maskSecrets(new TextDecoder().decode(body)))
  return body
}
