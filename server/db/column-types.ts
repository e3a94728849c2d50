import pg from 'pg'

type Parse = (text: string) => unknown

const asNumber: Parse = Number
const asDate: Parse = (text) => new Date(text)
const asText: Parse = (text) => text
const builtIn = (type: number): Parse => pg.types.getTypeParser(type, 'text')

/** How columns are read, by the object ids of their types, which are the same in every PostgreSQL. Others stay texts. */
const PARSERS = new Map<number, Parse>([
  [pg.types.builtins.BOOL, (text) => text === 't'],
  [pg.types.builtins.BYTEA, builtIn(pg.types.builtins.BYTEA)],
  [pg.types.builtins.INT2, asNumber],
  [pg.types.builtins.INT4, asNumber],
  [pg.types.builtins.INT8, asNumber],
  [pg.types.builtins.OID, asNumber],
  [pg.types.builtins.FLOAT4, asNumber],
  [pg.types.builtins.FLOAT8, asNumber],
  [pg.types.builtins.DATE, asDate],
  [pg.types.builtins.TIMESTAMP, asDate],
  [pg.types.builtins.TIMESTAMPTZ, asDate],
  [pg.types.builtins.JSON, (text) => JSON.parse(text)],
  [pg.types.builtins.JSONB, (text) => JSON.parse(text)],
  // Arrays of bytea, int4, text and uuid.
  ...[1001, 1007, 1009, 2951].map((type) => [type, builtIn(type)] as const),
])

export const columnTypes = { getTypeParser: (type: number) => PARSERS.get(type) ?? asText } as pg.CustomTypesConfig
