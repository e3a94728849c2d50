import { type Story, stories } from '#contract/stories.ts'
import { noisePicture } from '#tests/support/pictures.ts'
import type { People, Person } from './people.ts'

interface Telling {
  description?: string
  isProtected?: boolean
  media?: Buffer
  /** How long it is up. */
  hours?: number
}

/** Those who tell stories in a test. What they told is taken down when it is over: all stories stand in everybody's strip. */
export class Storytellers {
  readonly #people: People
  #told: { teller: Person; id: string }[] = []

  constructor(people: People) {
    this.#people = people
  }

  /** A creator who may add stories. */
  async teller(): Promise<Person> {
    const person = await this.#people.creator()
    await this.#people.grant(person.email, 'admin')
    return person
  }

  async tell(
    teller: Person,
    { description = 'A story', isProtected = false, media, hours }: Telling = {},
  ): Promise<Story> {
    const form = {
      'story[description]': description,
      'story[protected]': String(isProtected),
      ...(hours !== undefined && { 'story[expires_at]': new Date(Date.now() + hours * 3_600_000).toISOString() }),
      'story[media]': media ?? (await noisePicture({ width: 90, height: 160, seed: this.#told.length + 1 })),
    }
    const story = await this.#people.call<Story>(teller, 'POST', stories.create_story.path, { form })
    this.#told.push({ teller, id: story.id })
    return story
  }

  /** Somebody has seen it, on whatever device. */
  async see(viewer: Person, { id }: Story): Promise<void> {
    await this.#people.call(viewer, 'POST', stories.see_story.path.replace('{id}', id))
  }

  async takeDown(teller: Person, { id }: Story): Promise<void> {
    await this.#people.call(teller, 'DELETE', stories.delete_story.path.replace('{id}', id))
    this.#told = this.#told.filter((told) => told.id !== id)
  }

  async clear(): Promise<void> {
    const { stories: up } = await this.#list()
    for (const { teller, id } of this.#told) {
      if (up.some((story) => story.id === id)) await this.#people.call(teller, 'DELETE', `/stories/${id}`)
    }
  }

  /** As the last who told one sees them. */
  async #list(): Promise<{ stories: Story[] }> {
    const teller = this.#told.at(-1)?.teller
    if (teller === undefined) return { stories: [] }
    return await this.#people.call(teller, 'GET', stories.list_stories.path)
  }
}
