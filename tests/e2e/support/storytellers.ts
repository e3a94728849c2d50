import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Story, stories } from '#contract/stories.ts'
import { emailKey } from '#server/emails.ts'
import { setRole } from '#server/store/users.ts'
import { formBody, noisePicture } from '#tests/support/pictures.ts'
import type { People, Person } from './people.ts'
import type { Product } from './product.ts'
import { withDatabase } from './subscriptions.ts'

const CLIPS = resolve(import.meta.dirname, '../../support/clips')

export function clip(name: string): Promise<Buffer> {
  return readFile(join(CLIPS, name))
}

interface Telling {
  description?: string
  isProtected?: boolean
  media?: Buffer
  /** How long it is up. */
  hours?: number
}

/** Those who tell stories in a test. What they told is taken down when it is over: all stories stand in everybody's strip. */
export class Storytellers {
  readonly #product: Product
  readonly #people: People
  #told: { token: string; id: string }[] = []

  constructor(product: Product, people: People) {
    this.#product = product
    this.#people = people
  }

  /** A creator who may add stories. */
  async teller(): Promise<Person> {
    const person = await this.#people.creator()
    await withDatabase(this.#product, (db) => setRole(db, emailKey(person.email), 'admin'))
    return person
  }

  async tell(
    teller: Person,
    { description = 'A story', isProtected = false, media, hours }: Telling = {},
  ): Promise<Story> {
    const { payload, headers } = await formBody({
      'story[description]': description,
      'story[protected]': String(isProtected),
      ...(hours !== undefined && { 'story[expires_at]': new Date(Date.now() + hours * 3_600_000).toISOString() }),
      'story[media]': media ?? (await noisePicture({ width: 90, height: 160, seed: this.#told.length + 1 })),
    })
    const body = Uint8Array.from(payload)
    const answer = await this.#call(teller.token, 'POST', stories.create_story.path, { headers, body })
    const story = (await answer.json()) as Story
    this.#told.push({ token: teller.token, id: story.id })
    return story
  }

  /** Somebody has seen it, on whatever device. */
  async see(viewer: Person, { id }: Story): Promise<void> {
    await this.#call(viewer.token, 'POST', stories.see_story.path.replace('{id}', id))
  }

  async takeDown(teller: Person, { id }: Story): Promise<void> {
    await this.#call(teller.token, 'DELETE', stories.delete_story.path.replace('{id}', id))
    this.#told = this.#told.filter((told) => told.id !== id)
  }

  async clear(): Promise<void> {
    const { stories: up } = await this.#list()
    for (const { token, id } of this.#told) {
      if (up.some((story) => story.id === id)) await this.#call(token, 'DELETE', `/stories/${id}`)
    }
  }

  /** As the last who told one sees them. */
  async #list(): Promise<{ stories: Story[] }> {
    const token = this.#told.at(-1)?.token
    if (token === undefined) return { stories: [] }
    return (await (await this.#call(token, 'GET', stories.list_stories.path)).json()) as { stories: Story[] }
  }

  async #call(token: string, method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string> | undefined), authorization: token }
    const answer = await fetch(`${this.#product.url}/api${path}`, { ...init, method, headers })
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
    return answer
  }
}
