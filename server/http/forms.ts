import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Form } from '#contract/endpoint.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import { AppError, explainFullDisk } from '#server/errors.ts'
import { removeStaleFiles } from '#server/media/stale-files.ts'
import { makeUploadsFolder, type UploadedFile, uploadsFolder } from '#server/media/uploads.ts'
import { earlier } from '#server/time.ts'
import { FormReader, maxFileBytes, tooLarge } from './form-reader.ts'
import { watchHangUp } from './hang-up.ts'
import { boundaryOf, readMultipart, unreadableForm } from './multipart.ts'
import { readRestOfRefused } from './rest-of-request.ts'

/** What a form held: its texts, checked against the contract, and its files, which are gone when the answer is out. */
export interface ReadForm<Fields> {
  fields: Fields
  files: Record<string, UploadedFile | undefined>
}

/** As much as all texts and the lines between the parts may have together. */
const TEXTS_MAX_BYTES = 512 * 1024
const LEFT_BEHIND_MS = HOUR_MS
const FORM = /^\s*multipart\/form-data\s*(;|$)/i
const SIMPLE_FORM = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i

export async function acceptForms(app: FastifyInstance, config: Pick<Config, 'data_dir'>): Promise<void> {
  // The body stays where it is until a handler asks for the form.
  app.addContentTypeParser(['multipart/form-data', 'application/x-www-form-urlencoded'], (_request, _body, done) =>
    done(null),
  )
  // Where the contract knows of no form, there is none: before anybody is asked who they are, like every other type.
  app.addHook('preParsing', async (request) => {
    const { endpoint } = request.routeOptions.config
    const isAwaited = isForm(request) && endpoint?.form !== undefined
    const isAnyForm = isForm(request) || SIMPLE_FORM.test(request.headers['content-type'] ?? '')
    if (isAnyForm && endpoint && !isAwaited && !endpoint.ignores_body)
      throw new AppError('unsupported_type', 'This content type is not supported')
  })
  readRestOfRefused(app)
  // A process that was killed could not clear up. What is old belongs to nobody; another process may be at the rest.
  app.addHook('onReady', () =>
    removeStaleFiles(uploadsFolder(config), earlier(new Date(), LEFT_BEHIND_MS)).catch(() => {}),
  )
}

function isForm({ headers }: FastifyRequest): boolean {
  return FORM.test(headers['content-type'] ?? '')
}

/** Reads a form to its end, its files into a folder of ours. `remove` takes them away again. */
export async function readForm(
  request: FastifyRequest,
  form: Form,
  config: Pick<Config, 'data_dir' | 'rate_limits'>,
): Promise<ReadForm<Record<string, string>> & { remove: () => Promise<void> }> {
  if (!isForm(request)) throw new AppError('unsupported_type', 'Send this as multipart/form-data')
  const boundary = boundaryOf(request.headers['content-type'])
  const max = form.files.length * maxFileBytes(form) + TEXTS_MAX_BYTES
  if (Number(request.headers['content-length']) > max) throw tooLarge(form)
  const folder = await makeUploadsFolder(config)
  const { signal, stop } = watchHangUp(request.raw.socket)
  const sender = request.viewer ? { user_id: request.viewer.id, signal, is_limited: config.rate_limits } : undefined
  const reader = new FormReader(form, folder, sender)
  const remove = async () => {
    stop()
    await reader.remove()
  }
  try {
    await readMultipart(chunksOf(request, max, form), boundary, (head) => reader.take(head))
    return { fields: reader.fields, files: reader.files, remove }
  } catch (error) {
    await remove()
    throw explain(explainFullDisk(error) as NodeJS.ErrnoException)
  }
}

/** The body as it arrives. Who stops reading leaves the connection open: there is an answer to be given. */
async function* chunksOf({ raw }: FastifyRequest, max: number, form: Form): AsyncIterable<Buffer> {
  if (raw.destroyed) throw unreadableForm()
  let bytes = 0
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > max) throw tooLarge(form)
    yield chunk
  }
}

/** What the disk or the connection threw, in our words. */
function explain(error: NodeJS.ErrnoException): Error {
  if (error instanceof AppError) return error
  return error.syscall === undefined ? unreadableForm() : error
}

/** A field of a form as a yes or no; absent is no. */
export function isTicked(value: string | undefined): boolean {
  return value === 'true' || value === '1' || value === 'on'
}
