import { formBody, noisePicture } from '#tests/support/files/pictures.ts'
import { attempt, call, callUntilServed, signUp, type Writer } from './writers.ts'

interface StoredPost {
  id: string
  file: string
}

/** Publishes one post after the other; every second one is protected. */
export class PostWriter implements Writer {
  /** Every post that the product acknowledged. */
  readonly kept: StoredPost[] = []
  #token = ''
  #tried = 0
  /** How many posts have been checked. */
  #checked = 0

  async join(url: string): Promise<void> {
    this.#token = await signUp(url, 'publisher@example.com')
    const { id } = (await (await call(url, 'GET', '/user', undefined, this.#token)).json()) as { id: string }
    const { status } = await this.#send(url, 'PUT', `/profiles/${id}`, { profile_pic: await this.#picture() })
    if (status !== 201) throw new Error(`the publisher could not open a profile: ${status}`)
  }

  async write(url: string, acknowledged: () => boolean): Promise<void> {
    for (;;) {
      this.#tried += 1
      const parts = {
        description: `Picture ${this.#tried}`,
        protected: String(this.#tried % 2 === 0),
        file: await this.#picture(),
      }
      let post: StoredPost | undefined
      const response = await attempt(async () => {
        const answer = await this.#send(url, 'POST', '/posts', parts)
        if (answer.status === 201) post = (await answer.clone().json()) as StoredPost
        return answer
      })
      if (response === undefined) return
      if (!post) throw new Error(`picture ${this.#tried} was refused with ${response.status}`)
      this.kept.push(post)
      if (!acknowledged()) return
    }
  }

  /** Checks that the picture of every new post can be downloaded completely, in every width. */
  async missing(url: string): Promise<string[]> {
    const missing: string[] = []
    for (const { id, file } of this.kept.slice(this.#checked)) {
      for (const width of ['', '?w=480', '?w=1600']) {
        const isComplete = await this.#isComplete(url, `${file}${width}`)
        if (!isComplete) missing.push(`the picture of post ${id} is not there as ${file}${width}`)
      }
    }
    this.#checked = this.kept.length
    return missing
  }

  async #isComplete(url: string, path: string): Promise<boolean> {
    try {
      const response = await callUntilServed(url, 'GET', path, undefined, this.#token)
      const bytes = await response.arrayBuffer()
      return response.status === 200 && bytes.byteLength === riffLength(bytes)
    } catch {
      // A download that is cut off is not complete.
      return false
    }
  }

  async #picture(): Promise<Buffer> {
    return await noisePicture({ width: 24, height: 30, seed: this.#tried })
  }

  async #send(url: string, method: string, path: string, parts: Record<string, string | Buffer>): Promise<Response> {
    const { payload, headers } = await formBody(parts)
    return await call(url, method, path, payload, this.#token, headers)
  }
}

/** The length that the header of a WebP file declares. */
function riffLength(bytes: ArrayBuffer): number {
  return bytes.byteLength < 12 ? -1 : new DataView(bytes).getUint32(4, true) + 8
}
