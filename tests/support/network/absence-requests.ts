import type { TObject } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { isLongForm } from '#tests/support/long-form.ts'
import type { KnownMedia, ProbeRequest } from './leaks.ts'

/** What a viewer asks about: somebody and what they made. */
export interface Asked {
  usernames: string[]
  user_id: string
  post_ids: string[]
  story_ids: string[]
  media: Pick<KnownMedia, 'media_id' | 'etag'>[]
}

/** Two requests that differ only in what they ask about. Whoever may not see the first must get the same two answers. */
export interface AbsencePair {
  name: string
  asked: ProbeRequest
  absent: ProbeRequest
}

/** Calls that end the session, rename the viewer, or answer with something else each time; and media, see `bytesOf`. */
const NOT_REQUESTED = [
  'create_cable_ticket',
  'end_other_sessions',
  'get_media',
  'get_metrics',
  'request_export',
  'sign_out',
  'update_user',
]
/** The fields of bodies and queries that name something. */
const NAMING = ['post_id', 'story_id', 'creator_id', 'profile_id', 'username', 'creator', 'search'] as const
const JSON_BODY = { 'content-type': 'application/json' }

/**
 * Every served call, for each of the things that it can name, once for `asked` and once for something that is absent. The short
 * form takes one thing of each kind, by turns and beginning at `turn`, if there is one.
 */
export function absencePairs(
  served: [string, Endpoint][],
  asked: Asked,
  absent: Asked,
  turn: number | undefined,
): AbsencePair[] {
  const [real, none] = [requests(served, asked, turn), requests(served, absent, turn)]
  return real.flatMap(({ name, request }, at) => {
    const other = none[at]
    return other ? [{ name, asked: request, absent: other.request }] : []
  })
}

function requests(
  served: [string, Endpoint][],
  asked: Asked,
  turn: number | undefined,
): { name: string; request: ProbeRequest }[] {
  const calls = served
    .filter(([name]) => !NOT_REQUESTED.includes(name))
    .flatMap(([name, endpoint], at) =>
      callsOf(endpoint, inTurn(asked, turn === undefined ? turn : turn + at)).map((request) => ({ name, request })),
    )
  // Each of the ways to ask for bytes is a call of its own.
  const bytes = asked.media.flatMap((each, of) =>
    bytesOf(each).filter((_, at) => isLongForm || turn === undefined || of % 2 === (turn + at) % 2),
  )
  return [...calls, ...bytes.map((request) => ({ name: 'get_media', request }))]
}

function inTurn(asked: Asked, turn: number | undefined): Asked {
  if (isLongForm || turn === undefined) return asked
  const oneOf = (ids: string[]) => ids.filter((_, at) => at % ids.length === turn % ids.length)
  return { ...asked, post_ids: oneOf(asked.post_ids), story_ids: oneOf(asked.story_ids) }
}

function callsOf(endpoint: Endpoint, asked: Asked): ProbeRequest[] {
  const { method } = endpoint
  const inPath = endpoint.path.match(/\{(\w+)\}/)?.[1]
  const values = inPath === undefined ? [''] : inPath === 'username' ? asked.usernames : idsOf(asked)
  const paths = values.map((value) => `/api${endpoint.path.replaceAll(/\{\w+\}/g, value)}`)
  if (method === 'GET') {
    const queries = named(endpoint.query as TObject | undefined, asked).map(([key, value]) => `?${key}=${value}`)
    return paths.flatMap((path) => ['', ...queries].map((query) => ({ method, path: path + query })))
  }
  const body = endpoint.body as TObject | undefined
  const bodies = named(body, asked).map(([key, value]) => ({ [key]: value, ...othersOf(body, key) }))
  return paths.flatMap((path) =>
    (bodies.length > 0 ? bodies : [{}]).map((content) => ({
      method,
      path,
      headers: JSON_BODY,
      body: JSON.stringify(content),
    })),
  )
}

function idsOf({ user_id, post_ids, story_ids }: Asked): string[] {
  return [user_id, ...post_ids, ...story_ids]
}

function named(schema: TObject | undefined, asked: Asked): [string, string][] {
  const values = {
    post_id: asked.post_ids,
    story_id: asked.story_ids,
    creator_id: [asked.user_id],
    profile_id: [asked.user_id],
    username: asked.usernames,
    creator: asked.usernames,
    search: asked.usernames,
  }
  return NAMING.filter((name) => name in (schema?.properties ?? {})).flatMap((name) =>
    values[name].map((value): [string, string] => [name, value]),
  )
}

/** The fields that a valid body has beside the one that names something. */
function othersOf(schema: TObject | undefined, key: string): Record<string, string | boolean> {
  const reason = key === 'post_id' ? REPORT_REASONS[0] : 'spam'
  const others = { content: 'Hm', reason, period: 'day', country: 'FR', consent: true }
  return Object.fromEntries(Object.entries(others).filter(([name]) => name in (schema?.properties ?? {})))
}

function bytesOf({ media_id, etag }: Asked['media'][number]): ProbeRequest[] {
  const path = `/api/media/${media_id}`
  const headers: Record<string, string>[] = [
    {},
    { range: 'bytes=0-31' },
    { range: 'bytes=-1' },
    { 'if-none-match': etag },
  ]
  return [
    ...headers.flatMap((each) => ['GET', 'HEAD'].map((method) => ({ method, path, headers: each }))),
    ...['?w=480', '?w=1600'].map((width) => ({ method: 'GET', path: path + width })),
    ...['GET', 'HEAD'].map((method) => ({ method, path: `${path}/preview.jpg` })),
    { method: 'GET', path: path.toUpperCase().replace('/API/MEDIA/', '/api/media/') },
  ]
}
