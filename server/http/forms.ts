import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Form } from '#contract/endpoint.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import { AppError, explainFullDisk } from '#server/errors.ts'
import { removeStaleFiles } from '#server/media/store/stale-files.ts'
import { makeUploadsFolder, type UploadedFile, uploadsFolder } from '#server/media/uploads.ts'
import { earlier } from '#server/time.ts'
import { watchDisconnect } from './client-disconnect.ts'
import { type FormFields, FormReader, maxFileBytes, tooLarge } from './form-reader.ts'
import { boundaryOf, readMultipart, unreadableForm } from './multipart.ts'
import { drainRefusedUploads } from './request-body.ts'

/** A parsed form: its fields, validated against the contract, and its files, which are removed after the response. */
export interface ReadForm<Fields> {
  fields: Fields
  /** The first file of each name. */
  files: Record<string, UploadedFile | undefined>
  /** All files of each name, in the order in which they were sent. */
  all_files: Record<string, UploadedFile[] | undefined>
}

/** The limit for all text fields and headers of the parts together. */
const TEXTS_MAX_BYTES = 512 * 1024
const STALE_AFTER_MS = HOUR_MS
const FORM = /^\s*multipart\/form-data\s*(;|$)/i
const SIMPLE_FORM = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i

export async function acceptForms(app: FastifyInstance, config: Pick<Config, 'data_dir'>): Promise<void> {
  // The body is not read until a handler calls `readForm`.
  app.addContentTypeParser(['multipart/form-data', 'application/x-www-form-urlencoded'], (_request, _body, done) =>
    done(null),
  )
  // A form is refused if the contract declares none, before authentication, like every other unsupported type.
  app.addHook('preParsing', async (request) => {
    const { endpoint } = request.routeOptions.config
    const isDeclared = isForm(request) && endpoint?.form !== undefined
    const isAnyForm = isForm(request) || SIMPLE_FORM.test(request.headers['content-type'] ?? '')
    const takesAnything = endpoint?.ignores_body || endpoint?.takes_raw_body !== undefined
    if (isAnyForm && endpoint && !isDeclared && !takesAnything)
      throw new AppError('unsupported_type', 'This content type is not supported')
  })
  drainRefusedUploads(app)
  // Removes files that a killed process left. Only old ones, because other processes may be using the rest.
  app.addHook('onReady', () =>
    removeStaleFiles(uploadsFolder(config), earlier(new Date(), STALE_AFTER_MS)).catch(() => {}),
  )
}

function isForm({ headers }: FastifyRequest): boolean {
  return FORM.test(headers['content-type'] ?? '')
}

/** Streams the files of a form into DATA_DIR/uploads. `remove` deletes them. */
export async function readForm(
  request: FastifyRequest,
  form: Form,
  config: Pick<Config, 'data_dir' | 'rate_limits'>,
): Promise<ReadForm<FormFields> & { remove: () => Promise<void> }> {
  if (!isForm(request)) throw new AppError('unsupported_type', 'Send this as multipart/form-data')
  const boundary = boundaryOf(request.headers['content-type'])
  const max = form.files.length * (form.max_files ?? 1) * maxFileBytes(form) + TEXTS_MAX_BYTES
  if (Number(request.headers['content-length']) > max) throw tooLarge(form)
  const folder = await makeUploadsFolder(config)
  const { signal, stop } = watchDisconnect(request.raw.socket)
  const sender = request.viewer ? { user_id: request.viewer.id, signal, is_limited: config.rate_limits } : undefined
  const reader = new FormReader(form, folder, sender)
  const remove = async () => {
    stop()
    await reader.remove()
  }
  try {
    await readMultipart(chunksOf(request, max, form), boundary, (head) => reader.take(head))
    const { fields, files, all_files } = reader
    return { fields, files, all_files, remove }
  } catch (error) {
    await remove()
    throw explain(explainFullDisk(error) as NodeJS.ErrnoException)
  }
}

/** The body as a stream. The connection stays open if reading stops early, because the response is still to be sent. */
async function* chunksOf({ raw }: FastifyRequest, max: number, form: Form): AsyncIterable<Buffer> {
  if (raw.destroyed) throw unreadableForm()
  let bytes = 0
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > max) throw tooLarge(form)
    yield chunk
  }
}

/** An error of the disk stays as it is; an error of the connection means that the form is incomplete. */
function explain(error: NodeJS.ErrnoException): Error {
  if (error instanceof AppError) return error
  return error.syscall === undefined ? unreadableForm() : error
}

/** Parses a checkbox of a form. Absent means false. */
export function isTicked(value: string | undefined): boolean {
  return value === 'true' || value === '1' || value === 'on'
}
