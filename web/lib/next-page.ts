/** Asks for a page of a list: its rows, where the list goes on in either direction, and the headers for whatever else they say. */
export async function askForPage<O>(ask: (onHeaders: (headers: Headers) => void) => Promise<O>) {
  let headers = new Headers()
  const rows = await ask((heard) => {
    headers = heard
  })
  return { rows, next: placeIn(headers, 'next', 'cursor'), previous: placeIn(headers, 'prev', 'after'), headers }
}

/** What a query says of where its page begins: nothing for the first one. */
export function startingAt(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor }
}

/** Where a list goes on: what `Link: <?cursor=…>; rel="next"` says, or null at its end. */
function placeIn(headers: Headers, rel: 'next' | 'prev', name: 'cursor' | 'after'): string | null {
  const target = headers.get('link')?.match(new RegExp(`<([^>]*)>\\s*;\\s*rel="${rel}"`))?.[1]
  return target === undefined ? null : new URLSearchParams(target.split('?')[1]).get(name)
}
