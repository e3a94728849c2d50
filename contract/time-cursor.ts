import { Type } from 'typebox'

/** Where a list by time goes on: when something last happened to the last one that was listed, in milliseconds, and its id. */
export const TimeCursor = Type.String({ pattern: '^\\d{13}_[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' })
