import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { PasskeyError } from './passkey-error.ts'

/** What the browser asks of an authenticator. Undefined if the person has closed its window, or let it run out. */
export async function makePasskey(options: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return await unlessCancelled(async () => ({ ...(await startRegistration({ optionsJSON })) }))
}

export async function signPasskey(options: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return await unlessCancelled(async () => ({ ...(await startAuthentication({ optionsJSON })) }))
}

async function unlessCancelled<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    const name = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause.name : undefined
    const own = error instanceof Error ? error.name : undefined
    if ([name, own].some((one) => one === 'NotAllowedError' || one === 'AbortError')) return undefined
    throw new PasskeyError(name === 'InvalidStateError' ? 'known' : 'unsupported', { cause: error })
  }
}
