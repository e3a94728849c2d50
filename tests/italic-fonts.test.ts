import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readWoff2 } from './support/files/woff2.ts'

const root = resolve(import.meta.dirname, '..')
const original = join(root, 'node_modules/@fontsource-variable/fraunces/files')
const shipped = join(root, 'web/assets/fonts')
const built = join(root, 'dist/web/assets')

function builtFont(name: string): Buffer {
  const file = readdirSync(built).find((candidate) => candidate.startsWith(`${name}-`) && candidate.endsWith('.woff2'))
  if (!file) throw new Error(`The build has no ${name}`)
  return readFileSync(join(built, file))
}

describe('The italic fonts', () => {
  it.each(['fraunces-latin-opsz-italic', 'fraunces-latin-ext-opsz-italic'])(
    'The italic font %s has no swashes',
    (name) => {
      const before = readWoff2(readFileSync(join(original, `${name}.woff2`)))
      const file = readFileSync(join(shipped, `${name}.woff2`))
      const after = readWoff2(file)
      // If the package drops the swashes one day, our own files can be deleted.
      expect(before.tables.readUInt32BE(before.feature_variations)).not.toBe(0)
      expect(after.tables.readUInt32BE(after.feature_variations)).toBe(0)
      // Everything else is as in the package. A new version of the package needs new files of ours.
      before.tables.writeUInt32BE(0, before.feature_variations)
      expect(after.tables.equals(before.tables)).toBe(true)
      expect(builtFont(name).equals(file)).toBe(true)
    },
  )

  it('The fonts that we changed come with their license', () => {
    expect(readFileSync(join(shipped, 'LICENSE'), 'utf8')).toContain('SIL Open Font License, Version 1.1')
  })
})
