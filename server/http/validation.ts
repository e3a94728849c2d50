import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

/** Bodies are taken as they are; params and query arrive as text, so numbers in them are read. */
export function installValidation(app: FastifyInstance): void {
  const asItIs = createAjv(false)
  const fromText = createAjv('array')
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? asItIs : fromText).compile(schema))
}

function createAjv(coerceTypes: false | 'array'): Ajv {
  const ajv = new Ajv({ coerceTypes, useDefaults: true, allErrors: false, strictTypes: false })
  addFormats.default(ajv, ['date-time'])
  // Its own form of this one also takes "urn:uuid:…", which the database does not.
  ajv.addFormat('uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)
  return ajv
}
