import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { posts } from '#contract/posts.ts'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { clearToken, sessionToken, storeToken } from '#web/lib/session.ts'
import { isAborted, upload } from './upload.ts'

/** A fake XMLHttpRequest with what an upload uses; the test decides the response. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  readonly sent: { method?: string; url?: string; form?: FormData; headers: Record<string, string> } = { headers: {} }
  status = 0
  responseText = ''
  responseURL = 'https://loge.test/api/posts'
  #headers: Record<string, string> = {}

  constructor() {
    FakeRequest.last = this
  }
  open(method: string, url: string) {
    Object.assign(this.sent, { method, url })
  }
  setRequestHeader(name: string, value: string) {
    this.sent.headers[name] = value
  }
  getAllResponseHeaders() {
    return Object.entries(this.#headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
  }
  send(form: FormData) {
    this.sent.form = form
  }
  abort() {
    this.onabort?.()
    this.onloadend?.()
  }
  answers(status: number, body: string, headers: Record<string, string> = {}) {
    this.status = status
    this.responseText = body
    this.#headers = headers
    this.onload?.()
    this.onloadend?.()
  }
}

const form = new FormData()
form.set('description', 'Row G')
const post = () => upload(posts.create_post, { form })

beforeEach(() => {
  fakeBrowser()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  storeToken('mine')
})

afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
})

describe('An upload', () => {
  it('A refused upload fails with the reason, like any other request', async () => {
    const refused = post()
    FakeRequest.last.answers(415, '{"error":"No","code":"unsupported_type"}')
    await expect(refused).rejects.toMatchObject({ status: 415, code: 'unsupported_type' })
  })

  it('An upload that a proxy refuses with HTML or with nothing fails as well', async () => {
    const refused = post()
    FakeRequest.last.answers(413, '<html>')
    await expect(refused).rejects.toBeInstanceOf(ApiError)
    const empty = post()
    FakeRequest.last.answers(304, '')
    await expect(empty).rejects.toMatchObject({ status: 304 })
  })

  it('An upload with an ended session ends the session here too', async () => {
    const refused = post()
    FakeRequest.last.answers(401, '{}')
    await expect(refused).rejects.toMatchObject({ status: 401 })
    expect(sessionToken()).toBeNull()
  })

  it('An upload that loses the connection fails like fetch', async () => {
    const lost = post()
    FakeRequest.last.onerror?.()
    await expect(lost).rejects.toBeInstanceOf(TypeError)
    await expect(lost.catch(isAborted)).resolves.toBe(false)
  })

  it('An upload stops when it is cancelled, and is not sent if it was cancelled before', async () => {
    const controller = new AbortController()
    const cancelled = upload(posts.create_post, { form }, { signal: controller.signal })
    const { sent } = FakeRequest.last
    controller.abort()
    await expect(cancelled.catch(isAborted)).resolves.toBe(true)

    await expect(upload(posts.create_post, { form }, { signal: controller.signal })).rejects.toThrow('cancelled')
    expect(FakeRequest.last.sent).toBe(sent)
  })

  it('Cancelling after the response does not affect the upload', async () => {
    const controller = new AbortController()
    const done = upload(posts.create_post, { form }, { signal: controller.signal })
    const abort = vi.spyOn(FakeRequest.last, 'abort')
    FakeRequest.last.answers(201, '{"id":"1"}')
    controller.abort()
    expect(abort).not.toHaveBeenCalled()
    await expect(done).resolves.toEqual({ id: '1' })
  })

  it('An upload has the token and the page’s language, and leaves the content type to the browser', async () => {
    const done = post()
    const { sent } = FakeRequest.last
    expect(sent).toMatchObject({ method: 'POST', url: '/api/posts', form })
    expect(sent.headers).toEqual({ authorization: 'mine', 'accept-language': 'en' })
    FakeRequest.last.answers(201, '{}', { authorization: 'renewed' })
    await done
    expect(sessionToken()).toBe('renewed')
  })

  it('An upload ignores a token from another origin after a redirect', async () => {
    const done = post()
    FakeRequest.last.responseURL = 'https://elsewhere.test/api/posts'
    FakeRequest.last.answers(201, '{}', { authorization: 'theirs' })
    await done
    expect(sessionToken()).toBe('mine')
  })

  it('An upload reports its progress, and when the server has received everything', async () => {
    const progress: number[] = []
    const done = upload(posts.create_post, { form }, { onProgress: (sent) => progress.push(sent) })
    FakeRequest.last.upload.onprogress?.({ loaded: 0, total: 0 })
    FakeRequest.last.upload.onprogress?.({ loaded: 5, total: 20 })
    FakeRequest.last.upload.onload?.()
    FakeRequest.last.answers(201, '{}')
    await done
    expect(progress).toEqual([0, 0.25, 1])
  })
})
