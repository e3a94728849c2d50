import type { PushMessage } from '#contract/push.ts'

/** A browser as its push service knows it. */
export interface PushTarget {
  endpoint: string
  /** The keys of the browser, base64url: only it can read what is encrypted for them. */
  p256dh: string
  auth: string
}

export interface PushOptions {
  /** How long the push service keeps it for a device that is away. */
  ttl_s: number
  urgency: 'normal' | 'high'
  /** A message that waits at the push service is replaced by a newer one of the same topic. At most 32 characters. */
  topic: string
}

/**
 * `gone`: the device gets nothing more, or its address is none that we send to. `refused`: this message was not accepted, as
 * by a service that does not know our key. Otherwise it may be tried again after the time that the service asked for.
 */
export type PushOutcome = 'sent' | 'gone' | { refused: number } | { wait_ms: number }

/** The port to push services. */
export interface PushSender {
  /** The public key that browsers subscribe with (VAPID), base64url. */
  readonly public_key: string
  /** What became of the messages since the start. `failed`: without an answer, or asked to wait. */
  readonly counts: Readonly<Record<'sent' | 'gone' | 'refused' | 'failed', number>>
  send(target: PushTarget, message: PushMessage, options: PushOptions): Promise<PushOutcome>
}
