/** Where a list goes on: the cursor in `Link: <?cursor=…>; rel="next"`, or null at its end. */
export function nextCursor(headers: Headers): string | null {
  const next = headers.get('link')?.match(/<([^>]*)>\s*;\s*rel="next"/)?.[1]
  return next === undefined ? null : new URLSearchParams(next.split('?')[1]).get('cursor')
}
