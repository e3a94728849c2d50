import { expect, it } from 'vitest'
import { findBinaries } from './postgres-binaries.ts'

it('An installation whose embedded PostgreSQL was left out, as in the container image, says what to set instead', () => {
  // The package for Windows is never installed elsewhere.
  expect(() => findBinaries('win32-x64')).toThrow(
    'This installation has no database of its own (the container image comes without one): set DATABASE_URL or DATABASE_URL_FILE to your own PostgreSQL server.',
  )
})

it('A platform for which there is no embedded PostgreSQL is named', () => {
  expect(() => findBinaries('linux-riscv64')).toThrow('Loge brings no PostgreSQL for linux-riscv64: set DATABASE_URL')
})
