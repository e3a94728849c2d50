/** Asks for a page of a list: its rows, where the list goes on, and the headers for whatever else they say. */
export async function askForPage<O>(ask: (onHeaders: (headers: Headers) => void) => Promise<O>) {
  let headers = new Headers()
  const rows = await ask((heard) => {
    headers = heard
  })
  return { rows, next: nextCursor(headers), headers }
}

/** What a query says of where its page begins: nothing for the first one. */
export function startingAt(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor }
}

/** Where a list goes on: the cursor in `Link: <?cursor=…>; rel="next"`, or null at its end. */
function nextCursor(headers: Headers): string | null {
  const next = headers.get('link')?.match(/<([^>]*)>\s*;\s*rel="next"/)?.[1]
  return next === undefined ? null : new URLSearchParams(next.split('?')[1]).get('cursor')
}
