import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readWoff2 } from './support/woff2.ts'

const root = resolve(import.meta.dirname, '..')
const bought = join(root, 'node_modules/@fontsource-variable/fraunces/files')
const shipped = join(root, 'web/assets/fonts')
const built = join(root, 'dist/web/assets')

function builtFont(name: string): Buffer {
  const file = readdirSync(built).find((candidate) => candidate.startsWith(`${name}-`) && candidate.endsWith('.woff2'))
  if (!file) throw new Error(`The build has no ${name}`)
  return readFileSync(join(built, file))
}

describe('A headline in italics', () => {
  it.each(['fraunces-latin-opsz-italic', 'fraunces-latin-ext-opsz-italic'])('has no swashes in %s', (name) => {
    const before = readWoff2(readFileSync(join(bought, `${name}.woff2`)))
    const file = readFileSync(join(shipped, `${name}.woff2`))
    const after = readWoff2(file)
    // Should the package drop them one day, the files of our own can go.
    expect(before.tables.readUInt32BE(before.bySize)).not.toBe(0)
    expect(after.tables.readUInt32BE(after.bySize)).toBe(0)
    // All else is as the package has it: a newer version asks for new files.
    before.tables.writeUInt32BE(0, before.bySize)
    expect(after.tables.equals(before.tables)).toBe(true)
    expect(builtFont(name).equals(file)).toBe(true)
  })

  it('comes with the license of its letters', () => {
    expect(readFileSync(join(shipped, 'LICENSE'), 'utf8')).toContain('SIL Open Font License, Version 1.1')
  })
})
