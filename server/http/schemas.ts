import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { UUID_PATTERN } from '#contract/schemas.ts'

/**
 * The contract never changes while a process lives, so each of its schemas is compiled once for all: every route answers
 * an error in the same shape, HEAD comes with each GET, and whoever tests builds many servers.
 */
const asItIs = createAjv(false)
const fromText = createAjv('array')
const writers = new WeakMap<Schema, ReturnType<typeof fastJson>>()

/** Bodies are taken as they are; params and query arrive as text, so numbers in them are read. */
export function installSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? asItIs : fromText).compile(schema))
  app.setSerializerCompiler<Schema>(({ schema }) => {
    const writer = writers.get(schema) ?? fastJson(schema)
    writers.set(schema, writer)
    return writer
  })
}

function createAjv(coerceTypes: false | 'array'): Ajv {
  const ajv = new Ajv({ coerceTypes, useDefaults: true, allErrors: false, strictTypes: false })
  addFormats.default(ajv, ['date-time'])
  // Its own form of this one also takes "urn:uuid:…", which the database does not.
  ajv.addFormat('uuid', new RegExp(`^${UUID_PATTERN}$`, 'i'))
  return ajv
}
