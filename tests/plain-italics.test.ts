import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasSwashes } from '../scripts/plain-italics.ts'

const root = resolve(import.meta.dirname, '..')
const bought = join(root, 'node_modules/@fontsource-variable/fraunces/files')
const built = join(root, 'dist/web/assets')

function builtFont(name: string): Buffer {
  const file = readdirSync(built).find((candidate) => candidate.startsWith(`${name}-`) && candidate.endsWith('.woff2'))
  if (!file) throw new Error(`The build has no ${name}`)
  return readFileSync(join(built, file))
}

describe('A headline in italics', () => {
  it.each(['fraunces-latin-opsz-italic', 'fraunces-latin-ext-opsz-italic'])('has no swashes in %s', (name) => {
    const before = readFileSync(join(bought, `${name}.woff2`))
    const after = builtFont(name)
    // Should the package drop them one day, the step that takes them out can go.
    expect(hasSwashes(before)).toBe(true)
    expect(hasSwashes(after)).toBe(false)
    expect(after.length).toBeLessThan(before.length * 1.01)
  })
})
