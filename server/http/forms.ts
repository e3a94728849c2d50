import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Form } from '#contract/endpoint.ts'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import { AppError, explainFullDisk, invalid } from '#server/errors.ts'
import type { UploadedFile } from '#server/media/media.ts'
import type { Sender } from '#server/media/turns.ts'
import { watchHangUp } from './hang-up.ts'
import { boundaryOf, type PartHead, type PartSink, readMultipart, unreadableForm } from './multipart.ts'
import { readRestOfRefused } from './rest-of-request.ts'

/** What a form held: its texts, checked against the contract, and its files, which are gone when the answer is out. */
export interface ReadForm<Fields> {
  fields: Fields
  files: Record<string, UploadedFile | undefined>
}

const FIELD_MAX_BYTES = 64 * 1024
/** As much as all texts and the lines between the parts may have together. */
const TEXTS_MAX_BYTES = 512 * 1024
const NAME_MAX = 100
/** Texts that nobody asked for are left out, as they are in JSON; there would be no end to them otherwise. */
const SPARE_PARTS = 20
const LEFT_BEHIND_MS = 60 * 60 * 1000
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
  app.addHook('onReady', () => sweepUploads(uploadsFolder(config)))
}

function isForm({ headers }: FastifyRequest): boolean {
  return FORM.test(headers['content-type'] ?? '')
}

/** The folder of files that are on their way. */
function uploadsFolder({ data_dir }: Pick<Config, 'data_dir'>): string {
  return path.join(data_dir, 'uploads')
}

/** A process that was killed could not clear up. What is old belongs to nobody; another process may be at the rest. */
async function sweepUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(file, { force: true })
  }
}

/** Reads a form to its end, its files into a folder of ours. `remove` takes them away again. */
export async function readForm(
  request: FastifyRequest,
  form: Form,
  config: Pick<Config, 'data_dir'>,
): Promise<ReadForm<Record<string, string>> & { remove: () => Promise<void> }> {
  if (!isForm(request)) throw new AppError('unsupported_type', 'Send this as multipart/form-data')
  const boundary = boundaryOf(request.headers['content-type'])
  const max = form.files.length * maxFileBytes(form) + TEXTS_MAX_BYTES
  if (Number(request.headers['content-length']) > max) throw tooLarge(form)
  const folder = uploadsFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { signal, stop } = watchHangUp(request.raw.socket)
  const sender = request.viewer ? { user_id: request.viewer.id, signal } : undefined
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

/** Decides for each part where it goes, and whether it may. */
class FormReader {
  readonly fields: Record<string, string> = {}
  readonly files: Record<string, UploadedFile | undefined> = {}
  readonly #form: Form
  readonly #folder: string
  readonly #sender: Sender | undefined
  readonly #open = new Set<FileHandle>()
  readonly #paths: string[] = []
  readonly #names = new Set<string>()
  #parts = 0

  constructor(form: Form, folder: string, sender: Sender | undefined) {
    this.#sender = sender
    this.#form = form
    this.#folder = folder
  }

  async take({ name, filename }: PartHead): Promise<PartSink> {
    const { fields, files } = this.#form
    this.#parts += 1
    if (this.#parts > Object.keys(fields.properties).length + files.length + SPARE_PARTS)
      throw new AppError('too_large', 'The form has too many parts')
    if (name.length > NAME_MAX) throw invalid('body', 'The name of a part is too long')
    const isFile = files.includes(name)
    const isField = Object.hasOwn(fields.properties, name)
    if (filename !== undefined && !isFile) throw invalid(name, `${name} is no file that is expected here`)
    if (this.#names.has(name)) throw invalid(name, `${name} was sent twice`)
    if (isFile || isField) this.#names.add(name)
    if (filename !== undefined) return await this.#takeFile(name, filename)
    return this.#takeText(name, (value) => {
      if (isField) this.fields[name] = value
      // An empty text is how some clients say that there is no file.
      else if (isFile && value !== '') throw invalid(name, `${name} must be a file`)
    })
  }

  #takeText(name: string, keep: (value: string) => void): PartSink {
    const chunks: Buffer[] = []
    let bytes = 0
    return {
      write(chunk) {
        bytes += chunk.length
        if (bytes > FIELD_MAX_BYTES) throw invalid(name, `${name} is too long`)
        chunks.push(chunk)
      },
      end() {
        const value = Buffer.concat(chunks)
        if (!isUtf8(value)) throw invalid(name, `${name} is not a text in UTF-8`)
        keep(value.toString())
      },
    }
  }

  async #takeFile(field: string, filename: string): Promise<PartSink> {
    const target = path.join(this.#folder, randomUUID())
    const file = await open(target, 'wx', 0o600)
    this.#open.add(file)
    this.#paths.push(target)
    let bytes = 0
    return {
      write: async (chunk) => {
        bytes += chunk.length
        if (bytes > maxFileBytes(this.#form)) throw tooLarge(this.#form, field)
        await file.appendFile(chunk)
      },
      end: async () => {
        this.#open.delete(file)
        await file.close()
        // Without name and bytes it is what browsers send of a file input that was left empty.
        if (bytes > 0 || filename)
          this.files[field] = { path: target, bytes, field, ...(this.#sender && { sender: this.#sender }) }
      },
    }
  }

  async remove(): Promise<void> {
    for (const file of this.#open) await file.close()
    this.#open.clear()
    for (const file of this.#paths) await rm(file, { force: true })
  }
}

function maxFileBytes({ max_file_bytes = IMAGE_MAX_BYTES }: Form): number {
  return max_file_bytes
}

function tooLarge(form: Form, field?: string): AppError {
  const kind = form.max_file_bytes === undefined ? 'a picture' : 'a video'
  const message = `The file is too large: ${kind} may have up to ${maxFileBytes(form) >> 20} MB`
  return new AppError('too_large', message, field === undefined ? undefined : { [field]: message })
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
