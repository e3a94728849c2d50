/** Why the browser made or used no passkey, although nobody has cancelled it. In a file of its own, because `errorText` needs it everywhere. */
export class PasskeyError extends Error {
  /** `unsupported`: this browser, or this address. `known`: the device has one for this account. */
  readonly reason: 'unsupported' | 'known'

  constructor(reason: PasskeyError['reason'], options?: ErrorOptions) {
    super(`no passkey: ${reason}`, options)
    this.name = 'PasskeyError'
    this.reason = reason
  }
}
