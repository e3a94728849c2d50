import type postgres from 'postgres'

/** The object ids of the array types that our statements take as parameters. They are the same in every PostgreSQL. */
const ARRAY_TYPES = { bytea_array: 1001, text_array: 1009, uuid_array: 2951 }

/**
 * Array parameters for postgres.js. It would ask the database for them on every new connection (`fetch_types`), but if that
 * connection is lost before the answer comes, version 3.4 rejects a promise that nobody can catch, and the process ends.
 */
export const arrayTypes: Record<string, postgres.PostgresType> = Object.fromEntries(
  Object.entries(ARRAY_TYPES).map(([name, oid]) => [
    name,
    { to: oid, from: [oid], serialize: writeArray, parse: readArray },
  ]),
)

/** An array literal of PostgreSQL: every element is quoted, so that commas, braces and empty texts need no rule of their own. */
function writeArray(elements: readonly (string | Buffer | null)[]): string {
  return `{${elements.map((element) => (element === null ? 'NULL' : quoted(textOf(element)))).join(',')}}`
}

function textOf(element: string | Buffer): string {
  return typeof element === 'string' ? element : `\\x${element.toString('hex')}`
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Reads the literal of an array of texts or ids with one dimension, which is all that our statements return. */
function readArray(literal: string): (string | null)[] {
  return [...literal.matchAll(/"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs)].map(([, text, word]) => {
    if (text !== undefined) return text.replaceAll(/\\(.)/gs, '$1')
    return word === 'NULL' ? null : (word ?? null)
  })
}
