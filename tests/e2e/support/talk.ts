import type { Page } from '@playwright/test'
import type { Conversation, Message } from '#contract/conversations.ts'
import { call } from './call.ts'
import type { Person } from './people.ts'
import type { Product } from './product.ts'

/** A conversation, as its two people use it without a browser. */
export class Talk {
  readonly #product: Product
  readonly id: string

  private constructor(product: Product, id: string) {
    this.#product = product
    this.id = id
  }

  /** A fan writes to a creator for the first time. */
  static async begin(product: Product, fan: Person, creator: Person, content: string): Promise<Talk> {
    const { id } = await call<Conversation>(product, fan, 'POST', '/conversations', { creator_id: creator.id, content })
    return new Talk(product, id)
  }

  /** The conversation with this URL, which was started on a page. */
  static at(product: Product, url: string): Talk {
    return new Talk(product, new URL(url).pathname.split('/').at(-1) ?? '')
  }

  get path(): string {
    return `/conversations/${this.id}`
  }

  say(person: Person, content: string): Promise<Message> {
    return call(this.#product, person, 'POST', `${this.path}/messages`, { content })
  }

  /** Sends a number of messages one after the other: "Line 1", "Line 2" … */
  async sayMany(person: Person, count: number): Promise<void> {
    for (let number = 1; number <= count; number += 1) await this.say(person, `Line ${number}`)
  }

  async react(person: Person, message: Message, emoji: string): Promise<void> {
    await call(this.#product, person, 'POST', `${this.path}/messages/${message.id}/reactions`, { emoji })
  }
}

/** A live connection that a test can interrupt and restore. While it is interrupted, every attempt to connect fails. */
export async function interruptible(page: Page) {
  const open = new Set<{ close(): Promise<void> }>()
  let isCut = false
  let lost: RegExp | undefined
  await page.routeWebSocket(/\/cable\?/, (socket) => {
    if (isCut) return void socket.close()
    const server = socket.connectToServer()
    server.onMessage((frame) => {
      if (!lost?.test(frame.toString())) socket.send(frame)
    })
    open.add(socket)
  })
  return {
    /** Frames of the server with this text do not arrive, as if another process had sent them while Redis is away. */
    lose(text: RegExp) {
      lost = text
    },
    async cut() {
      isCut = true
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    /** The `online` event makes the client reconnect without waiting for its back-off. */
    async restore() {
      isCut = false
      await page.evaluate(() => dispatchEvent(new Event('online')))
    },
  }
}
