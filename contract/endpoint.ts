import type { Static, TObject, TSchema } from 'typebox'

/** The access level of a call. Each level includes the one before, except that `creator` requires a profile and not a role. */
export type Access = 'public' | 'member' | 'creator' | 'staff' | 'admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A multipart body: its text fields, and the names of its files. A field whose schema is an array may be sent repeatedly. */
export interface Form {
  fields: TObject
  files: readonly string[]
  /** How often a file may be sent under the same name; once by default. */
  max_files?: number
  /** The error message for missing fields, if the specification prescribes one. */
  incomplete?: string
  /** The maximum size of a file; that of a picture by default. */
  max_file_bytes?: number
  /** The files wait on the disk encrypted, with a key that only the process has, because they must never be readable there. */
  hides_files?: boolean
}

interface Parts {
  method: Method
  /** In the specification's notation: `/profiles/{username}`. */
  path: string
  access: Access
  summary: string
  params?: TObject
  query?: TObject
  body?: TSchema
  form?: Form
  /** The body is ignored: mail programs send a form with the one-click unsubscribe. */
  ignores_body?: boolean
  /** The body is given to the handler as bytes, at most so many, whatever its content type: its signature is checked before it is parsed. */
  takes_raw_body?: number
  /** The status of success; 200 by default. */
  status?: 200 | 201
  response: TSchema
  /** The schema of a 503, if it is not the usual error. */
  unavailable?: TSchema
  /** The content types of the response, if it is not JSON only. `response` describes the JSON. */
  produces?: string | readonly string[]
  /** Other statuses that are not errors, for the OpenAPI description. */
  also?: Readonly<Record<number, string>>
}

type Part<P, K extends string> =
  P extends Record<K, infer S> ? (S extends TSchema ? { [k in K]: Static<S> } : unknown) : unknown
type FormPart<P> = P extends { form: { fields: infer F extends TObject } } ? { form: Static<F> } : unknown
type RawPart<P> = P extends { takes_raw_body: number } ? { raw: Uint8Array } : unknown
type InputOf<P> = Part<P, 'params'> & Part<P, 'query'> & Part<P, 'body'> & FormPart<P> & RawPart<P>

/** One call of the API. The type parameters carry its input and output; they exist only for the compiler. */
export interface Endpoint<Input = unknown, Output = unknown, Level extends Access = Access> extends Parts {
  access: Level
  readonly '~types'?: { input: Input; output: Output }
}

export type Input<E> = E extends { readonly '~types'?: { input: infer I } } ? I : never
export type Output<E> = E extends { readonly '~types'?: { output: infer O } } ? O : never

export function endpoint<const P extends Parts>(parts: P): Endpoint<InputOf<P>, Static<P['response']>, P['access']> {
  return parts
}
