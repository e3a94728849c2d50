import { createHash } from 'node:crypto'
import { type Agent, request } from 'node:http'

/** One request as it goes over the wire: the path is sent as it stands. */
export interface Question {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** Asks for the bytes of a secret: then even a status tells something. */
  about_bytes?: boolean
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** A picture that is not for everyone, and everything that would give it away. */
export interface Secret {
  name: string
  files: Buffer[]
  /** Texts that only who may see it may read: its ids, where it lies, its tags. */
  words: string[]
  /** The names of those who may. */
  seen_by: string[]
}

export function makeSecret(secret: Secret): Secret & { slices: Buffer[] } {
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
  return { ...secret, files, words: [...secret.words, ...sums], slices }
}

/** How an answer gives a secret away; empty when it does not. */
export function leaksOf({ words, files, slices }: ReturnType<typeof makeSecret>, answer: Answer): string[] {
  const { body } = answer
  // No picture speaks; looking for words in every byte of one takes long.
  const isPicture = body.subarray(0, 4).toString('latin1') === 'RIFF'
  const text = JSON.stringify(answer.headers) + (isPicture ? '' : body.toString('latin1'))
  const opening = body.subarray(0, 32)
  return [
    ...words.filter((word) => text.includes(word)).map((word) => `says ${word}`),
    ...(slices.some((slice) => body.includes(slice)) ? ['holds bytes of it'] : []),
    // A part that was cut out anywhere.
    ...(body.length >= 8 && files.some((file) => file.includes(opening)) ? ['is a part of it'] : []),
  ]
}

/** The statuses that say nothing about a picture: not there, log in, what was asked for makes no sense. */
const SILENT = [400, 401, 404, 405, 414, 422]

/** What an answer told of a secret to who may not see it; empty when it told nothing. */
export function findLeaks(secret: ReturnType<typeof makeSecret>, asked_for_it: boolean, answer: Answer): string[] {
  const leaks = leaksOf(secret, answer)
  if (asked_for_it && !SILENT.includes(answer.status)) leaks.push(`answers ${answer.status}`)
  return leaks
}

/** Asks over a real connection. */
export function ask(port: number, agent: Agent, question: Question): Promise<Answer & { reused: boolean }> {
  const { method, path, body = '' } = question
  const headers = { ...question.headers, 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          reused: asked.reusedSocket,
        }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
