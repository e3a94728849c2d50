import type { Answer } from './route.ts'

/**
 * Says where the next page of a list is, if there is one; `asked` is what the list was asked for with. It is relative to
 * that: the server does not know under which address it is reached.
 */
export function linkNextPage(
  answer: Answer,
  cursor: string | undefined,
  asked: Record<string, string | undefined> = {},
): void {
  if (cursor === undefined) return
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...asked, cursor })) if (value) query.set(name, value)
  answer.header('link', `<?${query}>; rel="next"`)
}
