import { createHash } from 'node:crypto'
import { type Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Context } from '#server/context.ts'
import type { Person } from '#tests/support/world.ts'

/** One HTTP request. Its path is sent as it is, without normalisation. */
export interface ProbeRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** True if it asks for the bytes of a secret. Then even a status can be a leak. */
  about_bytes?: boolean
}

export interface ProbeResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A protected picture or video, with everything that would give it away. */
export interface Secret {
  name: string
  files: Buffer[]
  /** Texts that only its viewers may get: ids, store key, ETag. */
  words: string[]
  /** The names of the viewers who may see it. */
  seen_by: string[]
}

/** What an attacker could know about a picture that they may not see. */
export interface KnownMedia {
  media_id: string
  former_ids: string[]
  store_key: string
  etag: string
  size: number
}

/** Reads what would give a stored picture or video away: its files, its ids, its store key and its ETag. */
export async function readMedia(
  { db, media }: Pick<Context, 'db' | 'media'>,
  owner: Person,
  media_id: string,
  path: string,
): Promise<{ files: Buffer[]; words: string[]; known: KnownMedia }> {
  const [row] = await db<{ store_key: string; files: { name: string }[] }[]>`
    select store_key, files from media where id = ${media_id}`
  if (!row) throw new Error(`There is no media ${media_id}`)
  const { store_key } = row
  const files = await Promise.all(
    row.files.map(async ({ name }) => {
      const stream = await media.store.read(`${store_key}/${name}`)
      if (!stream) throw new Error(`The media store has no file ${store_key}/${name}`)
      return await buffer(stream)
    }),
  )
  const { headers } = await owner.fetch(path, { method: 'HEAD' })
  const etag = String(headers.etag)
  const known = { media_id, former_ids: [], store_key, etag, size: Number(headers['content-length']) }
  return { files, words: [media_id, store_key, etag.replaceAll('"', '')], known }
}

/** A secret with everything that is searched for. */
export interface SoughtSecret extends Secret {
  slices: Buffer[]
  /** Whether the files contain these bytes. Most answers begin alike, so each beginning is searched for once. */
  contains(opening: Buffer): boolean
}

/** Adds the checksums of the files and some slices of their bytes, to be searched for. */
export function makeSecret(secret: Secret): SoughtSecret {
  const files = secret.files.filter((file, at) => !secret.files.slice(0, at).some((other) => other.equals(file)))
  const slices = files.flatMap((file) =>
    [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => {
      const start = Math.floor(file.length * part)
      return file.subarray(start, start + 16)
    }),
  )
  const sums = files.flatMap((file) => {
    const sum = createHash('sha256').update(file).digest()
    return [sum.toString('hex'), sum.toString('base64'), sum.toString('base64url')]
  })
  const searched = new Map<string, boolean>()
  const contains = (opening: Buffer) => {
    const key = opening.toString('latin1')
    const found = searched.get(key) ?? files.some((file) => file.includes(opening))
    searched.set(key, found)
    return found
  }
  return { ...secret, files, words: [...secret.words, ...sums], slices, contains }
}

/** What a response contains of a secret. Empty if it contains nothing. */
export function leaksOf({ words, slices, contains }: SoughtSecret, response: ProbeResponse): string[] {
  const { body } = response
  // Searching for texts in the bytes of a picture would take long.
  const isPicture = body.subarray(0, 4).toString('latin1') === 'RIFF'
  const text = JSON.stringify(response.headers) + (isPicture ? '' : body.toString('latin1'))
  const opening = body.subarray(0, 32)
  return [
    ...words.filter((word) => text.includes(word)).map((word) => `says ${word}`),
    ...(slices.some((slice) => body.includes(slice)) ? ['holds bytes of it'] : []),
    // A range of the file that starts anywhere.
    ...(body.length >= 8 && contains(opening) ? ['is a part of it'] : []),
  ]
}

/** The statuses that say nothing about a picture: not found, unauthenticated, invalid request. */
const NEUTRAL = [400, 401, 404, 405, 414, 422]

/** What a response leaks to a viewer who may not see the secret. Empty if it leaks nothing. */
export function findLeaks(secret: SoughtSecret, asked_for_it: boolean, response: ProbeResponse): string[] {
  const leaks = leaksOf(secret, response)
  if (asked_for_it && !NEUTRAL.includes(response.status)) leaks.push(`answers ${response.status}`)
  return leaks
}

/** Sends a request over a real connection. */
export function probe(port: number, agent: Agent, sent: ProbeRequest): Promise<ProbeResponse & { reused: boolean }> {
  const { method, path, body = '' } = sent
  const headers = { ...sent.headers, 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          reused: outgoing.reusedSocket,
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
