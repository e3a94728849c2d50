import { parseSync } from 'vite'

/** The properties of an endpoint that the browser uses. The others are for the server and the API documentation. */
const KEPT = ['method', 'path']

interface Node {
  type: string
  start: number
  end: number
}

/**
 * Transforms a file of the contract for the browser (parser-based): endpoints keep only method and path, and every call
 * outside functions is marked as pure, so that tree shaking removes the schemas that nothing uses.
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
      const call = node as Node & { callee: Node & { name?: string }; arguments: Node[] }
      if (call.callee.name === 'endpoint') {
        edits.push(endpointParts(call))
        return
      }
    }
    for (const value of Object.values(node)) visit(value)
  }

  function endpointParts(call: Node & { arguments: Node[] }) {
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
