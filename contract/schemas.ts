import { type Static, type TSchema, Type } from 'typebox'

/** The small shapes that every noun is made of. */

/** How an id is written; part of larger patterns. */
export const UUID_PATTERN = '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}'

export const Id = Type.String({ format: 'uuid' })
export const Time = Type.String({ format: 'date-time' })
/** A decimal amount as a string, such as "7.99". */
export const Amount = Type.String({ pattern: '^\\d+\\.\\d{2}$' })
/** A path below the API host; the client puts the host in front. */
export const MediaPath = Type.String()
export const Nothing = Type.Object({})

/** A union with null: without it a null would go out as an empty string. */
export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/** Values by name. Not `Type.Record`, which brings TypeBox's whole type engine into the browser (14 KiB). */
export function recordOf<S extends TSchema>(schema: S) {
  return Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: schema })
}

export function oneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
}

/** Text with something in it to see: spaces, control characters and signs that only fill a place are none. */
export function visibleText(maxLength: number) {
  return Type.String({ maxLength, pattern: '[^\\s\\p{Cc}\\p{Cf}\\p{DI}\\u2800]' })
}

/** A field of a form is always text. */
export const FormBoolean = oneOf(['true', 'false', '1', '0', 'on', 'off', ''])

export const IdParams = Type.Object({ id: Id })

/** What the link in a mail carries. */
export const LinkToken = Type.Object({ token: Type.String({ maxLength: 200 }) })

export type Id = Static<typeof Id>

/** A field no person sees: what fills it in is a machine. */
export const Honeypot = Type.Optional(Type.String({ maxLength: 500 }))
