import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { UUID_PATTERN } from '#contract/schemas.ts'
import { invalid } from '#server/errors.ts'

/**
 * The contract does not change while a process runs, so each schema is compiled once for all servers of the process: all
 * routes share the error schemas, each GET has a HEAD, and tests build many servers.
 */
const strict = createAjv(false)
const coercing = createAjv('array')
const serializers = new WeakMap<Schema, ReturnType<typeof fastJson>>()

/** Installs validation and serialisation. Bodies are not coerced; params and query are text, so numbers in them are. */
export function installSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? strict : coercing).compile(schema))
  app.setSerializerCompiler<Schema>(({ schema }) => {
    const serializer = serializers.get(schema) ?? fastJson(schema)
    serializers.set(schema, serializer)
    return serializer
  })
}

function createAjv(coerceTypes: false | 'array'): Ajv {
  const ajv = new Ajv({ coerceTypes, useDefaults: true, allErrors: false, strictTypes: false })
  addFormats.default(ajv, ['date-time'])
  // The built-in format also accepts "urn:uuid:…", which PostgreSQL does not.
  ajv.addFormat('uuid', new RegExp(`^${UUID_PATTERN}$`, 'i'))
  return ajv
}

interface JsonSchema {
  type?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
}

const response_schemas = new WeakMap<TSchema, TSchema>()

/**
 * The schema that reduces a response to its declared fields and serialises it. A nullable text is rewritten from a union to
 * a type with two names, because the serialiser would run a validator for each half of a union, for every row.
 */
export function responseSchema(schema: TSchema): TSchema {
  const known = response_schemas.get(schema) ?? withoutUnions(schema)
  response_schemas.set(schema, known)
  return known
}

function withoutUnions(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: JsonSchema | null) => {
    const [value, nothing, ...more] = part?.anyOf ?? []
    const isText = value?.type === 'string' && nothing?.type === 'null' && more.length === 0
    if (!isText) return part
    // A union around this one is validated, and a list of values would then refuse null.
    return { ...value, type: [value.type, 'null'], ...(value.enum && { enum: [...value.enum, null] }) }
  })
}

/** PostgreSQL cannot store NUL in a text, so it is refused here. */
export function refuseNul(...values: unknown[]): void {
  if (hasNul(...values)) throw invalid('body', 'A text must not contain NUL characters')
}

/** Not recursive, because a body may be nested as deep as it is long. */
export function hasNul(...values: unknown[]): boolean {
  for (let value = values.pop(); value !== undefined || values.length > 0; value = values.pop()) {
    if (typeof value === 'string' && value.includes('\0')) return true
    if (typeof value === 'object' && value !== null) values.push(...Object.values(value))
  }
  return false
}
