import { parseArgs } from 'node:util'
import { type Action, DECISION_ACTIONS, GROUNDS } from '#contract/decisions.ts'
import { toCsv } from '#server/csv.ts'
import type { Db } from '#server/db/connect.ts'
import { readDecision } from '#server/domain/decision-rules.ts'
import { AppError } from '#server/errors.ts'
import { storeDecision } from '#server/features/decisions/actions.ts'
import {
  APPEAL_COLUMNS,
  CASE_COLUMNS,
  findCaseByNumber,
  listOpenAppeals,
  listOpenCases,
} from '#server/store/decisions/decision-lists.ts'
import { findSigningSecret } from '#server/store/secrets.ts'
import type { Command } from './command.ts'

/** The cases that wait for a decision, the most severe first. */
export async function printCases(db: Db): Promise<number> {
  process.stdout.write(toCsv(CASE_COLUMNS, await listOpenCases(db)))
  return 0
}

/** The appeals that wait, the oldest first. */
export async function printAppeals(db: Db): Promise<number> {
  process.stdout.write(toCsv(APPEAL_COLUMNS, await listOpenAppeals(db)))
  return 0
}

/** `decide NUMBER ACTION[,ACTION] --ground GROUND --facts FACTS [--until UNTIL]`. Undefined if the words are malformed. */
export function readDecide(words: string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { ground: { type: 'string' }, facts: { type: 'string' }, until: { type: 'string' } },
    })
    const [number, listed, ...rest] = positionals
    if (number === undefined || listed === undefined || rest.length > 0) return undefined
    return async (db, config) => await decide(db, await findSigningSecret(db, config), { number, listed, ...values })
  } catch {
    return undefined
  }
}

interface Asked {
  number: string
  listed: string
  ground?: string | undefined
  facts?: string | undefined
  until?: string | undefined
}

async function decide(db: Db, secret: Buffer, { number, listed, ground, facts, until }: Asked): Promise<number> {
  const actions = listed.split(',')
  const isAction = (word: string): word is Action => DECISION_ACTIONS.some((action) => action === word)
  if (!actions.every(isAction))
    return refuse(`ACTION must be one of ${DECISION_ACTIONS.join(', ')}; it is "${listed}".`)
  const known = GROUNDS.find((each) => each === ground)
  if (ground !== undefined && !known) return refuse(`GROUND must be one of ${GROUNDS.join(', ')}; it is "${ground}".`)
  const id = await findCaseByNumber(db, number)
  if (id === undefined) return refuse(`There is no case with the number ${number}.`)
  const now = new Date()
  try {
    const ends_at = until === 'forever' ? null : until
    const asked = readDecision({ action: actions, ground: known, facts, until: ends_at }, now)
    await storeDecision({ db, secret, now: () => now }, null, id, asked)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [field] = Object.keys(error.fields ?? {})
    return refuse(`The case was not decided: ${field ? `${field}: ` : ''}${error.message}.`)
  }
  console.log(`The case ${number} is decided: ${actions.join(', ')}.`)
  return 0
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
