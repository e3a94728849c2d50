import { type Story, stories } from '#contract/stories.ts'
import { HOUR_MS } from '#contract/time.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import type { People, Person } from './people.ts'

interface NewStory {
  description?: string
  isProtected?: boolean
  media?: Buffer
  /** The lifetime of the story. */
  hours?: number
}

/** The creators who publish stories in a test. Their stories are deleted afterwards, because everybody's strip lists all stories. */
export class StoryAuthors {
  readonly #people: People
  #published: { author: Person; id: string }[] = []

  constructor(people: People) {
    this.#people = people
  }

  /** A creator who may add stories. */
  async author(): Promise<Person> {
    const person = await this.#people.creator()
    await this.#people.grant(person.email, 'admin')
    return person
  }

  async publish(
    author: Person,
    { description = 'A story', isProtected = false, media, hours }: NewStory = {},
  ): Promise<Story> {
    const form = {
      'story[description]': description,
      'story[protected]': String(isProtected),
      ...(hours !== undefined && { 'story[expires_at]': new Date(Date.now() + hours * HOUR_MS).toISOString() }),
      'story[media]': media ?? (await noisePicture({ width: 90, height: 160, seed: this.#published.length + 1 })),
    }
    const story = await this.#people.call<Story>(author, 'POST', stories.create_story.path, { form })
    this.#published.push({ author, id: story.id })
    return story
  }

  /** Marks a story as seen, without a browser. */
  async markSeen(viewer: Person, { id }: Story): Promise<void> {
    await this.#people.call(viewer, 'POST', stories.see_story.path.replace('{id}', id))
  }

  async remove(author: Person, { id }: Story): Promise<void> {
    await this.#people.call(author, 'DELETE', stories.delete_story.path.replace('{id}', id))
    this.#published = this.#published.filter((story) => story.id !== id)
  }

  async clear(): Promise<void> {
    const { stories: existing } = await this.#list()
    for (const { author, id } of this.#published) {
      if (existing.some((story) => story.id === id)) await this.#people.call(author, 'DELETE', `/stories/${id}`)
    }
  }

  /** The stories as the last author sees them. */
  async #list(): Promise<{ stories: Story[] }> {
    const author = this.#published.at(-1)?.author
    if (author === undefined) return { stories: [] }
    return await this.#people.call(author, 'GET', stories.list_stories.path)
  }
}
