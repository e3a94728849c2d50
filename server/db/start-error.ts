/** The product cannot start, and the message is one sentence that tells a person why and what to do. */
export class StartError extends Error {
  override name = 'StartError'
}
