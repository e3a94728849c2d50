import type { Answer } from './route.ts'

/** What the list was asked for with, which the other page is asked for with as well. */
type Asked = Record<string, string | undefined>

/**
 * Says where the next page of a list is, if there is one. It is relative to the page that was asked for: the server does
 * not know under which address it is reached.
 */
export function linkNextPage(answer: Answer, cursor: string | undefined, asked: Asked = {}): void {
  if (cursor !== undefined) link(answer, 'next', { ...asked, cursor })
}

/** The same for the page before it, of a list that can be read in both directions. */
export function linkPreviousPage(answer: Answer, after: string | undefined, asked: Asked = {}): void {
  if (after !== undefined) link(answer, 'prev', { ...asked, after })
}

function link(answer: Answer, rel: 'next' | 'prev', asked: Asked): void {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) if (value) query.set(name, value)
  answer.header('link', `<?${query}>; rel="${rel}"`)
}
