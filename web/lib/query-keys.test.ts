import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Keys that are spelled out instead of being taken from the list. */
function spelledOut(text: string): string[] {
  return [...text.matchAll(/\b(?:queryKey|mutationKey|[A-Z_]*KEYS?)(?:: | = )\[['"`][^\]]*\]/g)].map(([key]) => key)
}

describe('A query or mutation key', () => {
  const paths = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.includes('.test.'))

  it.each([
    "useQuery({ queryKey: ['numbers'], queryFn })",
    "useMutation({ mutationKey: ['like', id] })",
    "const EXPORTS_KEY = ['exports']",
  ])('that is spelled out is found: %s', (text) => {
    expect(spelledOut(text)).toHaveLength(1)
  })

  it('stands in web/lib/query-keys.ts and nowhere else', () => {
    expect(paths.length).toBeGreaterThan(300)
    const found = paths.flatMap((path) =>
      spelledOut(readFileSync(resolve(root, path), 'utf8')).map((key) => `${path}: ${key}`),
    )
    expect(found).toEqual([])
  })
})
