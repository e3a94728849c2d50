/** Somebody who writes, one write after the other, and remembers what the product said it had kept. */
export interface Writer {
  /** Writes until the product is gone, or whoever hears of a write that was kept says that it is enough. */
  write(url: string, acknowledged: () => boolean): Promise<void>
  /** What was acknowledged and is not there, in words. */
  missing(url: string): Promise<string[]>
}

const PASSWORD = 'the quiet row at the back'
/** A crowded machine takes its time. */
const PATIENCE_MS = 90_000

/** A body of bytes goes out as it is, any other as JSON. */
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
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { ...(token && { authorization: token }), ...(body !== undefined && headers) },
    ...(body !== undefined && { body: payload }),
  })
}

/** Undefined when the product is gone, and nobody knows whether it was kept. */
export async function attempt(write: () => Promise<Response>): Promise<Response | undefined> {
  try {
    const response = await write()
    await response.arrayBuffer()
    if (response.status < 500) return response
  } catch {
    // Cut off in the middle.
  }
  return undefined
}

/** Waits until the product can do its work again. */
export async function answers(url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while ((await attempt(() => call(url, 'POST', '/users/sign_in', user('nobody@example.com'))))?.status !== 401) {
    if (Date.now() > deadline) throw new Error('the product does not come back')
  }
}

const user = (email: string) => ({ user: { email, password: PASSWORD } })

/** A new member; their token. */
export async function signUp(url: string, email: string): Promise<string> {
  const created = await call(url, 'POST', '/users', user(email))
  const signIn = await call(url, 'POST', '/users/sign_in', user(email))
  const token = signIn.headers.get('authorization') ?? ''
  if (created.status !== 201 || token === '') throw new Error(`${email} could not sign up: ${created.status}`)
  return token
}

/** Changes an own name again and again. */
export class Renamer implements Writer {
  /** Every name the product said it had taken. */
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
    const response = await call(url, 'GET', '/user', undefined, this.#token)
    if (response.status !== 200) return [`${this.#name} is not signed in any more: ${response.status}`]
    const { username } = (await response.json()) as { username: string }
    const latest = this.kept.at(-1)
    // The last try may have been kept without anybody hearing of it.
    const right = latest === undefined || username === latest || username === `${this.#name}_${this.#tried}`
    return right ? [] : [`${this.#name} was told ${latest} and is called ${username}`]
  }
}

/** Signs people up, one after the other. */
export class Usher implements Writer {
  /** Every address the product said it had signed up. */
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
    const { status } = await call(url, 'POST', '/users/sign_in', user(email))
    return status === 200 ? [] : [`${email} had signed up and cannot sign in: ${status}`]
  }
}

/** Leaves one address after the other, for early access or below a message. */
export class Visitor implements Writer {
  /** Every address the product said it had kept. */
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

  /** No call shows what was left: the database is asked in the end. */
  async missing(): Promise<string[]> {
    return []
  }
}
