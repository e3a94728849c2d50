import path from 'node:path'

/** The root folder of the repository, for helpers that start programs or read files of it. */
export const REPOSITORY_ROOT = path.resolve(import.meta.dirname, '../..')
