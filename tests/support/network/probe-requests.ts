import type { TObject } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { isLongForm } from '#tests/support/long-form.ts'
import type { KnownMedia, ProbeRequest } from './leaks.ts'

const WIDTHS = ['?w=480', '?w=960', '?w=1600']

/** How many of the header variants are tried with each width. */
const VARIANTS_PER_WIDTH = 6

/** Headers for ranges and conditional requests. */
function headerVariants({ etag, size }: KnownMedia): Record<string, string>[] {
  const ranges = [
    'bytes=-64',
    `bytes=${size >> 1}-`,
    'bytes=0-',
    'bytes=1-1',
    'bytes=0-31',
    'bytes=40-47',
    `bytes=${size - 1}-`,
    `bytes=${size}-`,
    'bytes=-99999999',
    'bytes=5-4',
    'bytes=0-1,8-40',
    'bytes=x',
    'items=0-9',
  ]
  const [first = '', second = '', ...others] = ranges
  return [
    {},
    { range: first },
    { range: second },
    { 'if-none-match': etag },
    { 'if-none-match': '*' },
    { range: 'bytes=0-63', 'if-range': etag },
    ...others.map((range) => ({ range })),
    { 'if-none-match': `W/${etag}` },
    { 'if-match': etag },
    { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
  ]
}

/** Requests for the bytes of one picture: widths, ranges, other spellings of the path, path traversal, forged headers. */
export function mediaRequests(known: KnownMedia): ProbeRequest[] {
  const { media_id, former_ids, store_key, etag } = known
  const about = (request: ProbeRequest): ProbeRequest => ({ ...request, about_bytes: true })
  const path = `/api/media/${media_id}`
  const last = media_id.slice(-1)
  const neighbours = [1, 15].map(
    (step) => media_id.slice(0, -1) + ((Number.parseInt(last, 16) + step) % 16).toString(16),
  )
  const names = [
    ...former_ids,
    ...neighbours,
    media_id.toUpperCase(),
    `${media_id}.webp`,
    `${media_id}%00`,
    `${media_id}%20`,
    `${media_id};w=960`,
    `%7B${media_id}%7D`,
    media_id.replaceAll('-', ''),
    `${media_id}/preview.jpg`,
    `${media_id}/preview.jpg?w=480`,
    ...former_ids.map((id) => `${id}/preview.jpg`),
    `${media_id}/960.webp`,
    `${store_key}/960.webp`,
    encodeURIComponent(`${store_key}/960.webp`),
    encodeURIComponent(`../media/${store_key}/960.webp`),
    `..%2f..%2fmedia%2f${encodeURIComponent(store_key)}%2f960.webp`,
    `../media/${media_id}`,
    `./${media_id}`,
    `%2e%2e/media/${media_id}`,
    `${media_id}/`,
    `${media_id}//`,
    `${media_id}?w=960&w=480`,
    `${media_id}?w=../../960`,
  ].map((name) => `/api/media/${name}`)
  const elsewhere = [
    `/media/${store_key}/960.webp`,
    `/media/${media_id}`,
    `/.data/media/${store_key}/960.webp`,
    `/assets/../media/${store_key}/960.webp`,
    `/api/..%2fmedia/${store_key}/960.webp`,
    `//api/media/${media_id}`,
    `/api//media/${media_id}`,
    `/api/media?name=${media_id}`,
  ]
  const claims: Record<string, string>[] = [
    { 'x-original-url': path },
    { 'x-accel-redirect': `/${store_key}/960.webp` },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-http-method-override': 'GET' },
  ]
  return [
    ...headerVariants(known).map((headers) => about({ method: 'GET', path, headers })),
    ...WIDTHS.flatMap((width) =>
      headerVariants(known)
        .slice(0, VARIANTS_PER_WIDTH)
        .map((headers) => about({ method: 'GET', path: path + width, headers })),
    ),
    ...['', ...WIDTHS].map((width) => about({ method: 'HEAD', path: path + width })),
    about({ method: 'HEAD', path, headers: { 'if-none-match': etag } }),
    about({ method: 'HEAD', path, headers: { range: 'bytes=0-31' } }),
    ...names.map((name) => about({ method: 'GET', path: name })),
    ...claims.map((headers) => about({ method: 'GET', path, headers })),
    // The server answers these with the page of the web app, so the status says nothing.
    ...elsewhere.map((path) => ({ method: 'GET', path })),
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({ method, path })),
  ]
}

/** Calls that would end the session, that are tried elsewhere, or that answer with something else each time. */
const NOT_REQUESTED = ['sign_out', 'get_media', 'get_metrics']

/**
 * Requests to every served call of the API, with these values for its parameters. The long form sends each call also what it does
 * not read: the name of a creator, and one post after the other.
 */
export function apiRequests(
  served: [string, Endpoint][],
  params: { ids: string[]; usernames: string[]; post_ids: string[] },
): ProbeRequest[] {
  return served
    .filter(([name]) => !NOT_REQUESTED.includes(name))
    .flatMap(([, endpoint]): ProbeRequest[] => {
      const { method } = endpoint
      const fill = (value: string) => `/api${endpoint.path.replaceAll(/\{\w+\}/g, value)}`
      const values = endpoint.path.includes('{username}') ? params.usernames : params.ids
      const paths = endpoint.path.includes('{') ? values.map(fill) : [fill('')]
      if (method === 'GET') {
        const isRead = (name: string) => name in (endpoint.query?.properties ?? {})
        const places = ['cursor', 'after'].filter(isRead)
        const usernames = isLongForm || isRead('username') ? params.usernames : []
        const queries = [
          '',
          ...usernames.map((username) => `?username=${username}`),
          // Pages of a list that begin at a post.
          ...places.flatMap((name) => params.post_ids.map((id) => `?${name}=${id}`)),
        ]
        return paths.flatMap((path) => queries.map((query) => ({ method, path: path + query })))
      }
      const readsPost = isLongForm || 'post_id' in ((endpoint.body as TObject | undefined)?.properties ?? {})
      const post_ids = readsPost ? params.post_ids : params.post_ids.slice(0, 1)
      const bodies = post_ids.map((post_id) => JSON.stringify({ post_id, reason: 'Inapropriate content' }))
      return paths.flatMap((path) =>
        bodies.map((body) => ({ method, path, body, headers: { 'content-type': 'application/json' } })),
      )
    })
}

/** Requests for every page about a creator, as a crawler that makes link previews. */
export function pageRequests(usernames: string[], post_ids: string[]): ProbeRequest[] {
  const paths = usernames.flatMap((name) => [
    `/${name}`,
    `/creator/${name}`,
    `/${name}?lang=fr`,
    ...post_ids.map((id) => `/${name}?post=${id}`),
  ])
  const headers = { 'user-agent': 'facebookexternalhit/1.1' }
  return ['/', '/discover', ...paths].map((path) => ({ method: 'GET', path, headers }))
}
