import type { Static, TObject, TSchema } from 'typebox'

/** Who may call: each level includes what the one before it may, except that `creator` asks for a profile and not for a role. */
export type Access = 'public' | 'member' | 'creator' | 'staff' | 'admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A multipart body: its text fields, and the names of the parts that are files. */
export interface Form {
  fields: TObject
  files: readonly string[]
  /** What is said when something of it is missing, where the specification has words for that. */
  incomplete?: string
  /** How large a file may be; as large as a picture unless said. */
  max_file_bytes?: number
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
  /** Whatever form is sent along is not read: mail programs send one with their one click. */
  ignores_body?: boolean
  /** The status of success; 200 unless said. */
  status?: 200 | 201
  response: TSchema
  /** The shape of a 503 where it is more than an error. */
  unavailable?: TSchema
  /** The content type of the answer where it is not JSON, or all that it may have; `response` describes the JSON. */
  produces?: string | readonly string[]
  /** What else it may answer that is no refusal of ours, for who reads the description. */
  also?: Readonly<Record<number, string>>
}

type Part<P, K extends string> =
  P extends Record<K, infer S> ? (S extends TSchema ? { [k in K]: Static<S> } : unknown) : unknown
type FormPart<P> = P extends { form: { fields: infer F extends TObject } } ? { form: Static<F> } : unknown
type InputOf<P> = Part<P, 'params'> & Part<P, 'query'> & Part<P, 'body'> & FormPart<P>

/** One call of the API. The types of what goes in and what comes out travel with it and exist only for the compiler. */
export interface Endpoint<Input = unknown, Output = unknown, Level extends Access = Access> extends Parts {
  access: Level
  readonly '~types'?: { input: Input; output: Output }
}

export type Input<E> = E extends { readonly '~types'?: { input: infer I } } ? I : never
export type Output<E> = E extends { readonly '~types'?: { output: infer O } } ? O : never

export function endpoint<const P extends Parts>(parts: P): Endpoint<InputOf<P>, Static<P['response']>, P['access']> {
  return parts
}
