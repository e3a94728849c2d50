import type { Answer } from './route.ts'

/** The other query parameters of the list, which the linked page needs too. */
type Query = Record<string, string | undefined>

/**
 * Sets the `Link` header to the next page of a list, if there is one. The link is relative, because the server does not
 * know its address behind a proxy.
 */
export function linkNextPage(answer: Answer, cursor: string | undefined, query: Query = {}): void {
  if (cursor !== undefined) link(answer, 'next', { ...query, cursor })
}

/** The same for the previous page, for lists that are paged in both directions. */
export function linkPreviousPage(answer: Answer, after: string | undefined, query: Query = {}): void {
  if (after !== undefined) link(answer, 'prev', { ...query, after })
}

function link(answer: Answer, rel: 'next' | 'prev', query: Query): void {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value)
  answer.header('link', `<?${parameters}>; rel="${rel}"`)
}
