import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accounts, type Role, type User } from '#contract/accounts.ts'
import { type Post, posts, type Report } from '#contract/posts.ts'
import { reports } from '#contract/reports.ts'
import type { Db } from '#server/db/connect.ts'
import { emailKey } from '#server/emails.ts'
import { findCredentials, setRole } from '#server/store/accounts/users.ts'
import { insertAccount, openSession } from '#tests/support/database/account-rows.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { TOKEN_STORAGE_KEY } from '#web/lib/session.ts'
import { type Content, call } from './call.ts'
import type { Product } from './product.ts'
import { addSubscription, withDatabase } from './subscriptions.ts'

export interface Credentials {
  email: string
  password: string
}

/** Somebody who can act without a browser. */
export interface Person extends Credentials {
  token: string
  id: string
  username: string
}

/** A random word, which is not similar to any other name in the database, unlike two timestamps. */
export const ownWord = () => `q${randomBytes(5).toString('hex')}`

/** The people of a test, and what they do without a browser. */
export class People {
  readonly #product: Product
  readonly #db: Db | undefined
  #count = 0

  /** `db` is the product's database. Without it, every use opens a connection. */
  constructor(product: Product, db?: Db) {
    this.#product = product
    this.#db = db
  }

  /** An unused e-mail address. The tests of one worker share a database. */
  address(name = 'member'): string {
    this.#count += 1
    return `${name}-${Date.now().toString(36)}-${this.#count}@loge.test`
  }

  async signUp(wanted: Partial<Credentials> = {}): Promise<Credentials> {
    const person = { email: wanted.email ?? this.address(), password: wanted.password ?? 'red-velvet-seat' }
    await this.#with((db) => insertAccount(db, { ...person, now: new Date() }))
    return person
  }

  /** Creates a session of this person without a browser, and returns its token. */
  async signIn({ email }: Credentials): Promise<string> {
    return await this.#with(async (db) => {
      const member = await findCredentials(db, emailKey(email))
      if (!member) throw new Error(`Nobody has the address ${email}`)
      return await openSession(db, { user_id: member.id, user_agent: 'node', now: new Date() })
    })
  }

  /**
   * Signs in by storing a token before the page loads. It is stored only once, so that a sign-out stays in force. (The
   * storage state of the context would open a page for that.)
   */
  async signedIn(page: Page, person: Credentials): Promise<void> {
    const token = await this.signIn(person)
    const once = ({ origin, key, value }: Record<'origin' | 'key' | 'value', string>) => {
      const mark = `was signed in with ${value}`
      if (location.origin !== origin || localStorage.getItem(mark) !== null) return
      localStorage.setItem(mark, '')
      localStorage.setItem(key, value)
    }
    const entry = { origin: this.#product.url, key: TOKEN_STORAGE_KEY, value: token }
    await page.context().addInitScript(once, entry)
    await page.evaluate(once, entry)
  }

  /** A member with a session besides the browser's, with this username if one is given. */
  async member(username?: string): Promise<Person> {
    return await this.person(await this.signUp(), username)
  }

  /** A person who signed up on a page, with a session besides the browser's. */
  async person(credentials: Credentials, username?: string): Promise<Person> {
    const token = await this.signIn(credentials)
    const user = await this.call<User>(
      { token },
      username === undefined ? 'GET' : 'PUT',
      accounts.get_user.path,
      username === undefined ? undefined : { username },
    )
    return { ...credentials, token, id: user.id, username: user.username }
  }

  /** Stores preferences in the account, without a browser. */
  async prefers(person: Person, preferences: Pick<User, 'theme' | 'locale'>): Promise<void> {
    await this.call(person, 'PUT', accounts.update_user.path, preferences)
  }

  /** A member with a profile page. */
  async creator({ username, bio = '' }: { username?: string; bio?: string } = {}): Promise<Person> {
    const person = await this.member(username)
    const profile_pic = await noisePicture({ width: 64, height: 64, seed: 7 })
    await this.call(person, 'PUT', `/profiles/${person.id}`, { form: { bio, profile_pic } })
    return person
  }

  /** Publishes a picture; `seed` makes one that no other post has. */
  async post(
    creator: Person,
    { description = 'A post', isProtected = false, seed = 1, width = 64, height = 80 } = {},
  ): Promise<Post> {
    const file = await noisePicture({ width, height, seed })
    return await this.call<Post>(creator, 'POST', posts.create_post.path, {
      form: { description, protected: String(isProtected), file },
    })
  }

  /** Publishes an album with a picture for each alternative text. */
  async album(
    creator: Person,
    { description = 'An album', isProtected = false, alts = ['First', 'Second', 'Third'], seed = 1 } = {},
  ): Promise<Post> {
    const file = await Promise.all(alts.map((_, index) => noisePicture({ width: 64, height: 80, seed: seed + index })))
    return await this.call<Post>(creator, 'POST', posts.create_post.path, {
      form: { description, protected: String(isProtected), file, alt: alts },
    })
  }

  /** Makes a public post protected. */
  async protect(creator: Person, { id }: Pick<Post, 'id'>): Promise<void> {
    await this.call(creator, 'PATCH', `/posts/${id}`, { protected: true })
  }

  async report(
    reader: Person,
    { id }: Pick<Post, 'id'>,
    reason: Report['reason'],
    description?: string,
  ): Promise<void> {
    await this.call(reader, 'POST', reports.create_report.path, { post_id: id, reason, description })
  }

  /** Subscribes a fan for a number of days from now. */
  async subscribe(fan: Person, creator: Person, days = 30): Promise<void> {
    await addSubscription(this.#product, { fan_id: fan.id, profile_id: creator.id, days })
  }

  async grant(email: string, role: Role): Promise<void> {
    await this.#with((db) => setRole(db, emailKey(email), role))
  }

  /** Any other API call without a browser. */
  call<T>(person: Pick<Person, 'token'>, method: string, path: string, content?: Content): Promise<T> {
    return call<T>(this.#product, person, method, path, content)
  }
  async #with<T>(act: (db: Db) => Promise<T>): Promise<T> {
    return this.#db ? await act(this.#db) : await withDatabase(this.#product, act)
  }
}
