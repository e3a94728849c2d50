import { randomBytes, randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { createSeal, type Seal } from './seal.ts'

type SealConfig = Pick<Config, 'secret_key' | 'secret_key_before' | 'data_dir' | 'payments' | 'creator_enrollment'>

/**
 * The seal of this product; undefined while nobody is verified here. Real money requires SECRET_KEY. Without it, with the
 * sandbox on one machine, the key is made once and kept in a file beside the database: in no table and in no backup.
 */
export function openSeal(config: SealConfig): Seal | undefined {
  if (!usesSeal(config)) return undefined
  const { secret_key, secret_key_before } = config
  const present = secret_key ?? keyInFile(fileOf(config))
  return createSeal(secret_key_before === undefined ? [present] : [present, secret_key_before])
}

/** The same, for a command that only looks: it makes no key. Undefined also while there is none that it may read. */
export function findSeal(config: SealConfig): Seal | undefined {
  return config.secret_key !== undefined || canRead(fileOf(config)) ? openSeal(config) : undefined
}

/** Whether people are verified or paid here. */
export function usesSeal({ payments, creator_enrollment }: Pick<Config, 'payments' | 'creator_enrollment'>): boolean {
  return payments !== undefined || creator_enrollment === 'verified'
}

function fileOf({ data_dir }: Pick<SealConfig, 'data_dir'>): string {
  return path.join(data_dir, 'seal.key')
}

function canRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** A hard link is made whole or not at all, and fails if another process was first: then that key is the one. */
function keyInFile(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true })
    const temporary = `${file}.${randomUUID()}`
    try {
      writeFileSync(temporary, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true })
      linkSync(temporary, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(temporary, { force: true })
    }
  }
  return readFileSync(file, 'utf8')
}
