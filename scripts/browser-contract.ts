import { parseSync } from 'vite'

/** The properties of an endpoint that the browser uses. The others are for the server and the API documentation. */
const KEPT = ['method', 'path']

interface Node {
  type: string
  start: number
  end: number
}

interface Call extends Node {
  callee: Node & { name?: string; object?: { name?: string } }
  arguments: Node[]
}

/** Schemas are made with these. The browser validates nothing, so there they are made of nothing. */
const SCHEMA_MAKERS = ['Type', 'nullable', 'recordOf', 'oneOf', 'visibleText']

/**
 * Transforms a file of the contract for the browser (parser-based): endpoints keep only method and path, schemas lose what
 * they are made of, and every call outside functions is marked as pure, so that tree shaking removes what nothing uses.
 */
export function browserContract(code: string, file: string): string {
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const edits: { start: number; end: number; text: string }[] = []

  function visit(node: unknown): void {
    if (Array.isArray(node)) for (const item of node) visit(item)
    if (!isNode(node) || /Function/.test(node.type)) return
    if (node.type === 'CallExpression') {
      edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
      const call = node as Call
      if (call.callee.name === 'endpoint') {
        edits.push(endpointParts(call))
        return
      }
      const [first] = call.arguments
      if (first && SCHEMA_MAKERS.includes(call.callee.name ?? call.callee.object?.name ?? '')) {
        // A spread (`...User.properties`) could have side effects, so that unused schemas would stay.
        edits.push({ start: first.start, end: call.end - 1, text: '' })
        return
      }
    }
    for (const value of Object.values(node)) visit(value)
  }

  function endpointParts(call: Call) {
    const [parts] = call.arguments
    const fail = (why: string) => new Error(`${file}: ${why} in ${code.slice(call.start, call.start + 60)}`)
    if (call.arguments.length !== 1 || parts?.type !== 'ObjectExpression') throw fail('an endpoint is not written out')
    const { properties } = parts as Node & { properties: (Node & { computed?: boolean; key?: { name?: string } })[] }
    const kept = properties.filter((property) => {
      if (property.type !== 'Property' || property.computed) throw fail('a part of an endpoint has no plain name')
      return KEPT.includes(property.key?.name ?? '')
    })
    if (kept.length !== KEPT.length) throw fail('an endpoint lacks its method or its path')
    const text = kept.map((property) => code.slice(property.start, property.end)).join(', ')
    return { start: parts.start, end: parts.end, text: `{ ${text} }` }
  }

  visit(program)
  let result = code
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + text + result.slice(end)
  }
  return result
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
