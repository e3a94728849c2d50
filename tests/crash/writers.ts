/** A client that sends one write after the other, and remembers which ones the product acknowledged. */
export interface Writer {
  /** Writes until the product is gone, or until `acknowledged` returns false. */
  write(url: string, acknowledged: () => boolean): Promise<void>
  /** Acknowledged writes that are missing, as sentences. */
  missing(url: string): Promise<string[]>
}

const PASSWORD = 'a good long password'
/** Long, because a busy machine is slow. */
const TIMEOUT_MS = 90_000

/** Sends a request. A body of bytes is sent as it is, any other as JSON. */
export async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Response> {
  const payload = body instanceof Uint8Array ? Uint8Array.from(body) : JSON.stringify(body)
  return await fetch(`${url}/api${path}`, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { ...(token && { authorization: token }), ...(body !== undefined && headers) },
    ...(body !== undefined && { body: payload }),
  })
}

/** Returns undefined if the product is gone, so that the result of the write is unknown. */
export async function attempt(write: () => Promise<Response>): Promise<Response | undefined> {
  try {
    const response = await write()
    const { status, headers } = response
    const bytes = await response.arrayBuffer()
    if (status < 500) return new Response(status === 204 ? null : bytes, { status, headers })
  } catch {
    // The connection ended in the middle.
  }
  return undefined
}

/**
 * Asks again while the answer is 503, as clients do: the product is ready as soon as one connection to its database works, and the
 * next request may need another one.
 */
export async function callUntilServed(...asked: Parameters<typeof call>): Promise<Response> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const answer = await call(...asked)
    if (answer.status !== 503 || Date.now() > deadline) return answer
    await answer.arrayBuffer()
  }
}

/** Waits until the product answers again, with its database. */
export async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while ((await attempt(() => call(url, 'POST', '/users/sign_in', user('nobody@example.com'))))?.status !== 401) {
    if (Date.now() > deadline) throw new Error('The product did not become ready in time')
  }
}

const user = (email: string) => ({ user: { email, password: PASSWORD } })

/** Signs up and signs in. Returns the token. */
export async function signUp(url: string, email: string): Promise<string> {
  const created = await call(url, 'POST', '/users', user(email))
  const signIn = await call(url, 'POST', '/users/sign_in', user(email))
  const token = signIn.headers.get('authorization') ?? ''
  if (created.status !== 201 || token === '') throw new Error(`${email} could not sign up: ${created.status}`)
  return token
}

/** Changes its own username again and again. */
export class UsernameWriter implements Writer {
  /** Every username that the product acknowledged. */
  readonly kept: string[] = []
  readonly #name: string
  #token = ''
  #tried = 0

  constructor(name: string) {
    this.#name = name
  }

  async join(url: string): Promise<void> {
    this.#token = await signUp(url, `${this.#name}@example.com`)
  }

  async write(url: string, acknowledged: () => boolean): Promise<void> {
    for (;;) {
      this.#tried += 1
      const username = `${this.#name}_${this.#tried}`
      const response = await attempt(() => call(url, 'PUT', '/user', { username }, this.#token))
      if (response === undefined) return
      if (response.status !== 200) throw new Error(`the name ${username} was refused with ${response.status}`)
      this.kept.push(username)
      if (!acknowledged()) return
    }
  }

  async missing(url: string): Promise<string[]> {
    const response = await callUntilServed(url, 'GET', '/user', undefined, this.#token)
    if (response.status !== 200) return [`${this.#name} is not signed in any more: ${response.status}`]
    const { username } = (await response.json()) as { username: string }
    const latest = this.kept.at(-1)
    // The last attempt may have been stored without an acknowledgement.
    const right = latest === undefined || username === latest || username === `${this.#name}_${this.#tried}`
    return right ? [] : [`${this.#name} was renamed to ${latest} and is called ${username}`]
  }
}

/** Signs up one account after the other. */
export class AccountWriter implements Writer {
  /** Every e-mail address whose sign-up the product acknowledged. */
  readonly kept: string[] = []
  #tried = 0

  async write(url: string, acknowledged: () => boolean): Promise<void> {
    for (;;) {
      this.#tried += 1
      const email = `guest-${this.#tried}@example.com`
      const response = await attempt(() => call(url, 'POST', '/users', user(email)))
      if (response === undefined) return
      if (response.status !== 201) throw new Error(`${email} was refused with ${response.status}`)
      this.kept.push(email)
      if (!acknowledged()) return
    }
  }

  async missing(url: string): Promise<string[]> {
    const email = this.kept.at(-1)
    if (email === undefined) return []
    const { status } = await callUntilServed(url, 'POST', '/users/sign_in', user(email))
    return status === 200 ? [] : [`${email} had signed up and cannot sign in: ${status}`]
  }
}

/** Sends one newsletter address or contact message after the other. */
export class VisitorWriter implements Writer {
  /** Every e-mail address that the product acknowledged. */
  readonly kept: string[] = []
  readonly #path: '/newsletter' | '/contact'
  #tried = 0

  constructor(path: '/newsletter' | '/contact') {
    this.#path = path
  }

  async write(url: string, acknowledged: () => boolean): Promise<void> {
    for (;;) {
      this.#tried += 1
      const email = `visitor-${this.#tried}@example.com`
      const response = await attempt(() =>
        call(url, 'POST', this.#path, { name: 'A visitor', message: 'Hello', email }),
      )
      if (response === undefined) return
      if (!response.ok) throw new Error(`${email} was refused by ${this.#path} with ${response.status}`)
      this.kept.push(email)
      if (!acknowledged()) return
    }
  }

  /** No call shows these rows, so the run reads them from the database at its end. */
  async missing(): Promise<string[]> {
    return []
  }
}
