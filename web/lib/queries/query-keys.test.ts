import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const paths = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.includes('.test.'))

/** Key literals that are not taken from `queryKeys`. */
function spelledOut(text: string): string[] {
  return [...text.matchAll(/\b(?:queryKey|mutationKey|[A-Z_]*KEYS?)(?:: | = )\[['"`][^\]]*\]/g)].map(([key]) => key)
}

describe('A query or mutation key', () => {
  it.each([
    "useQuery({ queryKey: ['numbers'], queryFn })",
    "useMutation({ mutationKey: ['like', id] })",
    "const EXPORTS_KEY = ['exports']",
  ])('A query or mutation key that is a literal is found: %s', (text) => {
    expect(spelledOut(text)).toHaveLength(1)
  })

  it('Query and mutation keys are defined only in web/lib/queries', () => {
    expect(paths.length).toBeGreaterThan(300)
    const found = paths.flatMap((path) =>
      spelledOut(readFileSync(resolve(root, path), 'utf8')).map((key) => `${path}: ${key}`),
    )
    expect(found).toEqual([])
  })
})

/** Hooks that return a query or a mutation without saying so in their name. */
function misnamed(text: string): string[] {
  return text.split(/^(?=export function )/m).flatMap((part) => {
    const name = part.match(/^export function (use\w+)/)?.[1]
    const [, kind] = part.match(/^ {2}return use(?:\w*(Query|Mutation))\(/m) ?? []
    return name && kind && !name.endsWith(kind) ? [name] : []
  })
}

describe('A hook over a query or a mutation', () => {
  it.each([
    'export function usePosts() {\n  return useQuery({ queryKey })\n}',
    'export function usePosts() {\n  return usePagedQuery({ queryKey })\n}',
    'export function useLike() {\n  const client = useQueryClient()\n  return useSingleMutation({ mutationFn })\n}',
  ])('A misnamed hook of a query or a mutation is found: %s', (text) => {
    expect(misnamed(text)).toHaveLength(1)
  })

  it('Hooks of queries and mutations are called useXQuery or useXMutation', () => {
    expect(paths.flatMap((path) => misnamed(readFileSync(resolve(root, path), 'utf8')))).toEqual([])
  })
})
