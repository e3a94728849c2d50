import { type Static, type TSchema, Type } from 'typebox'

/** The pattern of an id, as a part of larger patterns. */
export const UUID_PATTERN = '[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}'

/** The longest description of a post or a story, and the longest bio. */
export const DESCRIPTION_MAX = 5000

export const Id = Type.String({ format: 'uuid' })
export const Time = Type.String({ format: 'date-time' })
/** A decimal amount as a string, such as "7.99". */
export const Amount = Type.String({ pattern: '^\\d+\\.\\d{2}$' })
/** An amount that may be negative, such as "-7.99". */
export const SignedAmount = Type.String({ pattern: '^-?\\d+\\.\\d{2}$' })
/** A path below the API host; the client prepends the host. */
export const MediaPath = Type.String()
export const Nothing = Type.Object({})

/** A union with null. Without it the serialiser would write null as an empty string. */
export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/** A record with string keys. Not `Type.Record`, which adds TypeBox's type engine to the browser bundle (14 KiB). */
export function recordOf<S extends TSchema>(schema: S) {
  return Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: schema })
}

export function oneOf<const T extends readonly string[]>(values: T) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
}

/** A text with at least one visible character: not only spaces, control characters and invisible fillers. */
export function visibleText(maxLength: number) {
  return Type.String({ maxLength, pattern: '[^\\s\\p{Cc}\\p{Cf}\\p{DI}\\u2800]' })
}

/** A cursor of keyset pagination by time: milliseconds and id of the last row. */
export const TimeCursor = Type.String({ pattern: `^\\d{13}_${UUID_PATTERN}$` })

/** As whom the owner of a page reads it: as a member without a subscription. */
export const ReadAs = oneOf(['visitor'])

/** A boolean in a form, whose fields are always text. */
export const FormBoolean = oneOf(['true', 'false', '1', '0', 'on', 'off', ''])

export const IdParams = Type.Object({ id: Id })

/** The token of a link in a mail. */
export const LinkToken = Type.Object({ token: Type.String({ maxLength: 200 }) })

export type Id = Static<typeof Id>

/** A hidden form field that only bots fill in. */
export const Honeypot = Type.Optional(Type.String({ maxLength: 500 }))
