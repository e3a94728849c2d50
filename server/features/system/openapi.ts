import type { TObject, TSchema } from 'typebox'
import type { Endpoint, Form } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'

/** The error responses of an endpoint, derived from its definition. */
function refusals({ access, params, query, body, form, takes_raw_body }: Endpoint): Record<string, string> {
  return {
    ...((body ?? form ?? takes_raw_body) && { 400: 'The request could not be read' }),
    ...(access !== 'public' && { 401: 'No token, or one that has ended' }),
    ...(access !== 'public' && access !== 'member' && { 403: `Only for ${access} accounts` }),
    ...(params && { 404: 'Not there, or not for this viewer' }),
    ...((body ?? form ?? query) && { 422: 'A rule is broken; `fields` says which' }),
    ...((form ?? takes_raw_body) && { 413: 'Too large' }),
    ...(form && { 415: 'A type that is not accepted' }),
    429: 'Too many attempts; Retry-After says when to come back',
  }
}

function json(schema: TSchema) {
  return { 'application/json': { schema } }
}

function contentOf({ response, produces }: Endpoint) {
  if (produces === undefined) return json(response)
  const types = [produces].flat()
  // If one of the types is JSON, the schema is for that type and the others are text.
  const other = types.includes('application/json') ? { type: 'string' } : response
  return Object.fromEntries(types.map((type) => [type, { schema: type === 'application/json' ? response : other }]))
}

/** Further responses. A 206 has the same content type; the others have no documented body. */
function alsoAnswers(endpoint: Endpoint) {
  const answers = Object.entries(endpoint.also ?? {}).map(([code, description]) => [
    code,
    { description, ...(code === '206' && { content: contentOf(endpoint) }) },
  ])
  return Object.fromEntries(answers)
}

function parameters(schema: TObject | undefined, place: 'path' | 'query') {
  const required: readonly string[] = schema?.required ?? []
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

/** A missing body is treated as null. */
function mayBeLeftOut(body: TSchema): boolean {
  return 'anyOf' in body && Array.isArray(body.anyOf) && body.anyOf.some(({ type }) => type === 'null')
}

function fileSchema({ max_files = 1 }: Form) {
  const file = { type: 'string', format: 'binary' }
  return max_files === 1 ? file : { type: 'array', items: file, maxItems: max_files }
}

function requestBody({ body, form, takes_raw_body }: Endpoint) {
  if (takes_raw_body !== undefined)
    return { requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } } }
  if (body) return { requestBody: { required: !mayBeLeftOut(body), content: json(body) } }
  if (!form) return {}
  const files = Object.fromEntries(form.files.map((name) => [name, fileSchema(form)]))
  const schema = { ...form.fields, properties: { ...form.fields.properties, ...files } }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function operation(endpoint: Endpoint) {
  const { access, params, query, status = 200, summary } = endpoint
  const refused = Object.entries(refusals(endpoint)).map(([code, description]) => [
    code,
    { description, content: json(ErrorBody) },
  ])
  return {
    summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    description: access === 'public' ? 'For everyone.' : `Access: ${access}.`,
    security: access === 'public' ? [] : [{ token: [] }],
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
    ...requestBody(endpoint),
    responses: {
      [status]: { description: 'Done', content: contentOf(endpoint) },
      ...alsoAnswers(endpoint),
      ...(endpoint.unavailable && { 503: { description: 'Not ready', content: json(endpoint.unavailable) } }),
      ...Object.fromEntries(refused),
    },
  }
}

/** OpenAPI 3.1, generated from the contract: TypeBox schemas are JSON Schema. */
export function openApi(served: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of served) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Loge', version: '1', description: 'The API behind the Loge web app.' },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token as it is, with no scheme.',
        },
      },
    },
    paths,
  }
}
