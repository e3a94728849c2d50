import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { escapeHtml } from '#server/html.ts'

const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#FAF5EC, #150E17); --ink: light-dark(#22151F, #F7EFE3);
  --soft: light-dark(#574753, #D0C2CA); --line: light-dark(#E3D8C6, #3A2C3F); --garnet: light-dark(#8C1430, #F193A5) }
body { margin: 0 auto; max-width: 56rem; padding: 3rem 1.25rem 6rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif }
h1, h2 { font-family: Georgia, serif; font-weight: 400 }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line) }
summary { cursor: pointer; padding: .6rem 0 }
summary b { display: inline-block; min-width: 4.5rem; color: var(--garnet) }
summary span { color: var(--soft) }
pre { overflow-x: auto; margin: .25rem 0 1rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 10px }
a { color: var(--garnet) }
p, dt { color: var(--soft) } dd { margin: 0 }
`

/** Content security policy: one inline stylesheet, and nothing else. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema
  format?: string
}

/** A schema as a short type expression. */
function describe(schema: JsonSchema, indent = ''): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map((option) => describe(option, indent)).join(' | ')
  if (schema.items) return `[${describe(schema.items, indent)}]`
  if (schema.additionalProperties) return `{ name: ${describe(schema.additionalProperties, indent)} }`
  if (!schema.properties) return schema.format ?? schema.type ?? 'anything'
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? '' : '?'
    return `${indent}  ${name}${optional}: ${describe(property, `${indent}  `)}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function part(title: string, schema: TSchema | undefined): string {
  return schema ? `<dt>${title}</dt><dd><pre>${escapeHtml(describe(schema as JsonSchema))}</pre></dd>` : ''
}

function section({
  method,
  path,
  access,
  summary,
  params,
  query,
  body,
  form,
  response,
  status = 200,
}: Endpoint): string {
  const files = form ? `<dt>Files</dt><dd><pre>${escapeHtml(form.files.join('\n'))}</pre></dd>` : ''
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)} (${access})</span></summary>
<dl>${part('In the path', params)}${part('In the query', query)}${part('Body', body)}${part('Form', form?.fields)}${files}${part(`Answer, ${status}`, response)}</dl></details>`
}

/** The contract as an HTML page, without scripts and external resources. */
export function docsPage(served: readonly Endpoint[]): string {
  const groups = Map.groupBy(served, ({ path }) => path.split('/')[1] ?? '')
  const body = [...groups]
    .map(([name, group]) => `<h2>${escapeHtml(name)}</h2>\n${group.map(section).join('\n')}`)
    .join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Loge API</title><style>${STYLE}</style></head>
<body><h1>Loge API</h1>
<p>Paths are below <code>/api</code>. The token goes into the <code>Authorization</code> header as it is.
Errors are <code>{"error": "text", "code": "…", "fields": {…}}</code>. The same as <a href="openapi.json">OpenAPI 3.1</a>.</p>
${body}
</body></html>
`
}
