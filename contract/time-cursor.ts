import { Type } from 'typebox'
import { UUID_PATTERN } from './schemas.ts'

/** Where a list by time goes on: when something last happened to the last one that was listed, in milliseconds, and its id. */
export const TimeCursor = Type.String({ pattern: `^\\d{13}_${UUID_PATTERN}$` })
