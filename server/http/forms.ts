import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Form } from '#contract/endpoint.ts'
import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import type { Config } from '#server/config.ts'
import { AppError, invalid } from '#server/errors.ts'
import type { UploadedFile } from '#server/media/media.ts'

/** What a form held: its texts, checked against the contract, and its files, which are gone when the answer is out. */
export interface ReadForm<Fields> {
  fields: Fields
  files: Record<string, UploadedFile | undefined>
}

const FIELD_MAX_BYTES = 64 * 1024

export async function acceptForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart)
}

/** Reads a form to its end, its files into a folder of ours. `remove` takes them away again. */
export async function readForm(
  request: FastifyRequest,
  form: Form,
  config: Pick<Config, 'data_dir'>,
): Promise<ReadForm<Record<string, string>> & { remove: () => Promise<void> }> {
  if (!request.isMultipart()) throw new AppError('unsupported_type', 'Send this as multipart/form-data')
  const folder = path.join(config.data_dir, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const fields: Record<string, string> = {}
  const files: Record<string, UploadedFile> = {}
  const remove = async () => {
    for (const file of Object.values(files)) await rm(file.path, { force: true })
  }
  const limits = {
    fileSize: IMAGE_MAX_BYTES,
    files: form.files.length,
    fields: 20,
    parts: 24,
    fieldSize: FIELD_MAX_BYTES,
    fieldNameSize: 100,
    headerPairs: 20,
  }
  try {
    for await (const part of request.parts({ limits })) {
      const { fieldname } = part
      if (part.type === 'field') {
        if (part.valueTruncated) throw invalid(fieldname, `${fieldname} is too long`)
        fields[fieldname] = String(part.value)
        continue
      }
      if (!form.files.includes(fieldname)) throw invalid(fieldname, `${fieldname} is not expected`)
      const file = path.join(folder, randomUUID())
      files[fieldname] = { path: file, bytes: 0 }
      await pipeline(part.file, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
      if (part.file.truncated) throw new AppError('too_large', 'The file is too large')
      files[fieldname].bytes = (await stat(file)).size
    }
  } catch (error) {
    await remove()
    throw error
  }
  return { fields, files, remove }
}

/** A field of a form as a yes or no; absent is no. */
export function isTicked(value: string | undefined): boolean {
  return value === 'true' || value === '1' || value === 'on'
}
