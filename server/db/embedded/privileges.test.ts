import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { chooseIdentity } from './privileges.ts'

it.each([
  ['in a namespace', true],
  ['without one', false],
])(
  'PostgreSQL runs as the user who starts it, and for root as an unprivileged user of the machine, %s',
  async (_, mayUseNamespaces) => {
    const identity = await chooseIdentity('/nowhere', process.execPath, mayUseNamespaces)
    const uid = identity.kind === 'self' ? process.getuid?.() : identity.uid
    const known = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':')[2])
    expect(uid).not.toBe(0)
    if (identity.kind !== 'self') expect(known).toContain(String(uid))
  },
)
