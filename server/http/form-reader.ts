import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Form } from '#contract/endpoint.ts'
import { IMAGE_MAX_BYTES } from '#contract/media.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { Sender } from '#server/media/upload-queue.ts'
import { coverUpload, createUploadCover, type UploadedFile } from '#server/media/uploads.ts'
import type { PartHead, PartSink } from './multipart.ts'

const FIELD_MAX_BYTES = 64 * 1024
const NAME_MAX = 100
/** Unknown text fields are ignored, as in JSON, but only this many, so that a form cannot be endless. */
const UNKNOWN_PARTS_MAX = 20

/** What is not a file: texts, and lists of texts for fields that may be sent repeatedly. */
export type FormFields = Record<string, string | string[]>

/** Receives the parts of a form: checks each one and stores it as a field or as a file. */
export class FormReader {
  readonly fields: FormFields = {}
  readonly files: Record<string, UploadedFile | undefined> = {}
  readonly all_files: Record<string, UploadedFile[] | undefined> = {}
  readonly #form: Form
  readonly #folder: string
  readonly #sender: Sender | undefined
  readonly #open = new Set<FileHandle>()
  readonly #paths: string[] = []
  /** How often each expected name was sent. */
  readonly #counts = new Map<string, number>()
  #parts = 0

  constructor(form: Form, folder: string, sender: Sender | undefined) {
    this.#sender = sender
    this.#form = form
    this.#folder = folder
  }

  async take({ name, filename }: PartHead): Promise<PartSink> {
    const { fields, files } = this.#form
    this.#parts += 1
    if (this.#parts > expectedParts(this.#form) + UNKNOWN_PARTS_MAX)
      throw new AppError('too_large', 'The form has too many parts')
    if (name.length > NAME_MAX) throw invalid('body', 'The name of a part is too long')
    const isFile = files.includes(name)
    const isField = Object.hasOwn(fields.properties, name)
    if (filename !== undefined && !isFile) throw invalid(name, `${name} is no file that is expected here`)
    const count = (this.#counts.get(name) ?? 0) + 1
    const max = maxParts(this.#form, name)
    if (isFile || isField) {
      if (count > max)
        throw invalid(name, max === 1 ? `${name} was sent twice` : `There may be up to ${max} of ${name}`)
      this.#counts.set(name, count)
    }
    if (filename !== undefined) return await this.#takeFile(name, filename)
    return this.#takeText(name, (value) => {
      if (isField) this.#keep(name, value)
      // Some clients send an empty text for a missing file.
      else if (isFile && value !== '') throw invalid(name, `${name} must be a file`)
    })
  }

  #keep(name: string, value: string): void {
    const before = this.fields[name] ?? []
    this.fields[name] = isList(this.#form, name) && Array.isArray(before) ? [...before, value] : value
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
    const cover = this.#form.hides_files ? createUploadCover() : undefined
    const cipher = cover && coverUpload(cover)
    let bytes = 0
    return {
      write: async (chunk) => {
        bytes += chunk.length
        if (bytes > maxFileBytes(this.#form)) throw tooLarge(this.#form, field)
        await file.appendFile(cipher ? cipher.update(chunk) : chunk)
      },
      end: async () => {
        this.#open.delete(file)
        await file.close()
        // Browsers send a part without name and bytes for an empty file input.
        if (bytes === 0 && !filename) return
        const uploaded = {
          path: target,
          bytes,
          field,
          ...(this.#sender && { sender: this.#sender }),
          ...(cover && { cover }),
        }
        this.files[field] ??= uploaded
        this.all_files[field] = [...(this.all_files[field] ?? []), uploaded]
      },
    }
  }

  async remove(): Promise<void> {
    for (const file of this.#open) await file.close()
    this.#open.clear()
    for (const file of this.#paths) await rm(file, { force: true })
  }
}

/** Whether the contract declares a field as a list. */
function isList({ fields }: Form, name: string): boolean {
  const field: { type?: string } | undefined = fields.properties[name]
  return field?.type === 'array'
}

/** How often a file or a field may be sent. */
function maxParts({ fields, files, max_files = 1 }: Form, name: string): number {
  if (files.includes(name)) return max_files
  const field: { maxItems?: number } | undefined = fields.properties[name]
  return field?.maxItems ?? 1
}

function expectedParts(form: Form): number {
  const names = [...Object.keys(form.fields.properties), ...form.files]
  return names.reduce((sum, name) => sum + maxParts(form, name), 0)
}

export function maxFileBytes({ max_file_bytes = IMAGE_MAX_BYTES }: Form): number {
  return max_file_bytes
}

export function tooLarge(form: Form, field?: string): AppError {
  const max = maxFileBytes(form)
  const kind = max === IMAGE_MAX_BYTES ? 'a picture' : max > IMAGE_MAX_BYTES ? 'a video' : 'it'
  const message = `The file is too large: ${kind} may have up to ${max >> 20} MB`
  return new AppError('too_large', message, field === undefined ? undefined : { [field]: message })
}
