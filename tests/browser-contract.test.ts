import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserContract } from '../scripts/browser-contract.ts'

const folder = resolve(import.meta.dirname, '../contract')

describe('The contract in the browser', () => {
  it.each([
    ['an endpoint that is not written out', 'const a = endpoint(parts)', 'an endpoint is not written out'],
    ['an endpoint of two arguments', "const a = endpoint({ method: 'GET', path: '/a' }, 1)", 'is not written out'],
    ['a spread property', "const a = endpoint({ ...parts, method: 'GET', path: '/a' })", 'no plain name'],
    ['a computed name', "const a = endpoint({ ['method']: 'GET', path: '/a' })", 'no plain name'],
    ['an endpoint without a path', "const a = endpoint({ method: 'GET' })", 'lacks its method or its path'],
    ['a syntax error', 'const a = (', 'cannot be parsed'],
  ])('The web build refuses a contract with %s', (_what, code, message) => {
    expect(() => browserContract(code, 'a.ts')).toThrow(message)
  })

  it('An endpoint in the browser has its method and its path and nothing else, however it is formatted', () => {
    const code = `export const a = { go: endpoint({path:'/l’été',response:Type.Object({a:Id}),
method : "GET", access:
 'public', summary: \`one, { two\` }) }`
    expect(browserContract(code, 'a.ts')).toBe(
      `export const a = { go: /* @__PURE__ */ endpoint({ path:'/l’été', method : "GET" }) }`,
    )
  })

  it('Schemas in the browser are marked as pure, so that unused ones are left out, and functions do not change', () => {
    const code = 'export const A = Type.String()\nfunction f() {\n  return nullable(g())\n}'
    expect(browserContract(code, 'a.ts')).toBe(
      'export const A = /* @__PURE__ */ Type.String()\nfunction f() {\n  return nullable(g())\n}',
    )
  })

  it('Schemas in the browser lose what they are made of, and other calls keep it', () => {
    const code =
      "const A = Type.Object({ ...B.properties })\nconst C = oneOf([...D, 'd'])\nconst E = sum([...D, 'd'])\n"
    expect(browserContract(code, 'a.ts')).toBe(
      "const A = /* @__PURE__ */ Type.Object()\nconst C = /* @__PURE__ */ oneOf()\nconst E = /* @__PURE__ */ sum([...D, 'd'])\n",
    )
  })

  it('Every endpoint of the contract reaches the browser without its summary, access level and schemas', () => {
    let endpoints = 0
    for (const name of readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))) {
      const code = readFileSync(join(folder, name), 'utf8')
      const result = browserContract(code, name)
      endpoints += result.match(/endpoint\(\{ method: /g)?.length ?? 0
      expect(result.match(/^ {4}(summary|access|response|body):/gm)).toBeNull()
    }
    expect(endpoints).toBeGreaterThan(50)
  })
})
