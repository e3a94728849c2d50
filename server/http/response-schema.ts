import type { TSchema } from 'typebox'

interface JsonSchema {
  type?: string
  anyOf?: JsonSchema[]
}

const made = new WeakMap<TSchema, TSchema>()

/**
 * What cuts answers down to their declared fields, and writes them. For a text that may be null it would try both halves
 * of the union with a validator, row by row; told the same as one type with two names, it looks at the value once.
 */
export function responseSchema(schema: TSchema): TSchema {
  const known = made.get(schema) ?? withoutUnions(schema)
  made.set(schema, known)
  return known
}

function withoutUnions(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: JsonSchema | null) => {
    const [value, nothing, ...more] = part?.anyOf ?? []
    const isText = value?.type === 'string' && nothing?.type === 'null' && more.length === 0
    return isText ? { ...value, type: [value.type, 'null'] } : part
  })
}
