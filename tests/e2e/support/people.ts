import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { accounts, type Role } from '#contract/accounts.ts'
import { TOKEN_STORAGE_KEY } from '#contract/limits.ts'
import type { Product } from './product.ts'

const root = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

export interface Credentials {
  email: string
  password: string
}

/** The people of a test, who come in through the product's own doors. */
export class People {
  readonly #product: Product
  #count = 0

  constructor(product: Product) {
    this.#product = product
  }

  /** An address nobody has used: the tests of one worker share its database. */
  address(name = 'member'): string {
    this.#count += 1
    return `${name}-${Date.now().toString(36)}-${this.#count}@loge.test`
  }

  async signUp(wanted: Partial<Credentials> = {}): Promise<Credentials> {
    const person = { email: wanted.email ?? this.address(), password: wanted.password ?? 'red-velvet-seat' }
    const answer = await this.#post(accounts.sign_up.path, person)
    if (answer.status !== 201) throw new Error(`Sign-up was answered with ${answer.status}: ${await answer.text()}`)
    return person
  }

  /** A new session of this person; its token. */
  async signIn(person: Credentials): Promise<string> {
    const answer = await this.#post(accounts.sign_in.path, person)
    const token = answer.headers.get('authorization')
    if (!token) throw new Error(`Sign-in was answered with ${answer.status}: ${await answer.text()}`)
    return token
  }

  /** Puts this person's token where the web app keeps it, before the page loads anything. It stays signed out after a log out. */
  async signedIn(page: Page, person: Credentials): Promise<void> {
    const token = await this.signIn(person)
    const context = page.context()
    const { cookies, origins } = await context.storageState()
    const entry = { name: TOKEN_STORAGE_KEY, value: token }
    const others = origins.filter((origin) => origin.origin !== this.#product.url)
    const own = origins.find((origin) => origin.origin === this.#product.url)?.localStorage ?? []
    const localStorage = [...own.filter(({ name }) => name !== TOKEN_STORAGE_KEY), entry]
    await context.setStorageState({ cookies, origins: [...others, { origin: this.#product.url, localStorage }] })
  }

  async grant(email: string, role: Role): Promise<void> {
    await run(process.execPath, ['scripts/staff.ts', 'grant', role, email], { cwd: root, env: this.#product.env })
  }

  #post(path: string, user: Credentials): Promise<Response> {
    return fetch(`${this.#product.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user }),
    })
  }
}
