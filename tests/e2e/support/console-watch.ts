import { type BrowserContext, expect } from '@playwright/test'

interface Expected {
  words: string
  matches(text: string, url: string): boolean
  seen: boolean
}

/**
 * Listens to everything a browser says: a page that prints, throws or breaks its content security policy fails its test.
 * A test that provokes a refusal declares the browser's own line for it beforehand, and then that line must come.
 */
export class ConsoleWatch {
  #expected: Expected[] = []
  #unexpected: string[] = []

  /** The browser's own line for an answer of this status, from this path if one is named. */
  expectRefusal(status: number, path?: string): void {
    const line = `Failed to load resource: the server responded with a status of ${status} `
    this.#expect(
      `a refusal with ${status}${path ? ` from ${path}` : ''}`,
      (text, url) => text.startsWith(line) && (path === undefined || new URL(url).pathname === path),
    )
  }

  /** Any other line that a test provokes, a cut connection for example. */
  expectLine(pattern: RegExp): void {
    this.#expect(`a line like ${pattern}`, (text) => pattern.test(text))
  }

  #expect(words: string, matches: Expected['matches']): void {
    this.#expected.push({ words, matches, seen: false })
  }

  /** The first declaration that a line fits is the one it answers, so that two declarations ask for two lines. */
  see(kind: string, text: string, url = ''): void {
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

  /** At the end of a test. The browser prints its line a moment after the page has the answer. */
  async settle(): Promise<void> {
    await expect.poll(() => this.missing(), { message: 'declared, but never printed by the browser' }).toEqual([])
    expect(this.unexpected(), 'printed by the browser').toEqual([])
  }

  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => this.see(message.type(), message.text(), message.location().url))
    context.on('weberror', (error) => this.see('uncaught', error.error().stack ?? String(error.error())))
    // The console shows most violations, but not those of a page that is on its way out.
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
