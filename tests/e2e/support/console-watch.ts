import { type BrowserContext, expect } from '@playwright/test'

interface Expected {
  words: string
  matches(text: string, url: string): boolean
  seen: boolean
}

/** What Playwright itself prints when it keeps a page from registering a service worker. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright'

/**
 * Watches the console: a page that prints, throws or violates its content security policy fails its test. A test that
 * causes an error response declares the console line of the browser beforehand, and then that line must appear.
 */
export class ConsoleWatch {
  #expected: Expected[] = []
  #unexpected: string[] = []

  /** Expects the console line for a response with this status, from this path if one is given. */
  expectRefusal(status: number, path?: string): void {
    const line = `Failed to load resource: the server responded with a status of ${status} `
    this.#expect(
      `a refusal with ${status}${path ? ` from ${path}` : ''}`,
      (text, url) => text.startsWith(line) && (path === undefined || new URL(url).pathname === path),
    )
  }

  /** Expects any other console line, for example of a lost connection. */
  expectLine(pattern: RegExp): void {
    this.#expect(`a line like ${pattern}`, (text) => pattern.test(text))
  }

  #expect(words: string, matches: Expected['matches']): void {
    this.#expected.push({ words, matches, seen: false })
  }

  /** Each line fulfils one declaration if possible, so that two declarations require two lines. */
  see(kind: string, text: string, url = ''): void {
    if (text === BLOCKED_WORKER) return
    const fitting = this.#expected.filter((expected) => expected.matches(text, url))
    const answered = fitting.find((expected) => !expected.seen) ?? fitting[0]
    if (answered) answered.seen = true
    else this.#unexpected.push(`${kind}: ${text}${url ? ` (${url})` : ''}`)
  }

  missing(): string[] {
    return this.#expected.filter((expected) => !expected.seen).map((expected) => expected.words)
  }

  unexpected(): string[] {
    return [...this.#unexpected]
  }

  /** Called at the end of a test. The browser prints its line shortly after the page has the response. */
  async settle(): Promise<void> {
    await expect.poll(() => this.missing(), { message: 'declared, but never printed by the browser' }).toEqual([])
    expect(this.unexpected(), 'printed by the browser').toEqual([])
  }

  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => this.see(message.type(), message.text(), message.location().url))
    context.on('weberror', (error) => this.see('uncaught', error.error().stack ?? String(error.error())))
    // The console shows most violations, but not those of a page that is being unloaded.
    await context.exposeBinding('reportPolicyViolation', (_source, what: string) => this.see('policy', what))
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const report: unknown = Reflect.get(globalThis, 'reportPolicyViolation')
        if (typeof report === 'function') {
          report(`${event.effectiveDirective} forbids ${event.blockedURI} on ${event.documentURI}`)
        }
      })
    })
  }
}
