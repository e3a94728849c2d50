import { formBody, noisePicture } from '#tests/support/pictures.ts'
import { attempt, call, signUp, type Writer } from './writers.ts'

interface KeptPost {
  id: string
  file: string
}

/** Publishes one picture after the other, every second of them protected. */
export class Publisher implements Writer {
  /** Every post the product said it had kept. */
  readonly kept: KeptPost[] = []
  #token = ''
  #tried = 0
  /** So many were there when somebody last looked. */
  #seen = 0

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
      let post: KeptPost | undefined
      const response = await attempt(async () => {
        const answer = await this.#send(url, 'POST', '/posts', parts)
        if (answer.status === 201) post = (await answer.clone().json()) as KeptPost
        return answer
      })
      if (response === undefined) return
      if (!post) throw new Error(`picture ${this.#tried} was refused with ${response.status}`)
      this.kept.push(post)
      if (!acknowledged()) return
    }
  }

  /** A post is there when its picture can be seen whole, in every width. */
  async missing(url: string): Promise<string[]> {
    const missing: string[] = []
    for (const { id, file } of this.kept.slice(this.#seen)) {
      for (const width of ['', '?w=480', '?w=1600']) {
        const isWhole = await this.#isWhole(url, `${file}${width}`)
        if (!isWhole) missing.push(`the picture of post ${id} is not there as ${file}${width}`)
      }
    }
    this.#seen = this.kept.length
    return missing
  }

  async #isWhole(url: string, path: string): Promise<boolean> {
    try {
      const response = await call(url, 'GET', path, undefined, this.#token)
      const bytes = await response.arrayBuffer()
      return response.status === 200 && bytes.byteLength === riffLength(bytes)
    } catch {
      // What is cut off is not whole either.
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

/** How long a WebP picture says that it is. */
function riffLength(bytes: ArrayBuffer): number {
  return bytes.byteLength < 12 ? -1 : new DataView(bytes).getUint32(4, true) + 8
}
