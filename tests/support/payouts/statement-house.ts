import type { ListedMonthlyStatement, MonthlyStatement } from '#contract/monthly-statements.ts'
import { openSession } from '#tests/support/database/account-rows.ts'
import { insertPayment } from '#tests/support/database/movement-rows.ts'
import { FakeProvider } from '#tests/support/payments/fake-provider.ts'
import { type Person, world } from '#tests/support/world.ts'

export const SELLER = 'Loge SAS|1 rue de la Paix, 75002 Paris|VAT no. FR 00 000000000'
export const START = new Date('2026-03-01T12:00:00.000Z')

/** A product with payouts, in March 2026. */
export async function house(env: Record<string, string> = {}) {
  const here = await world({ PAYMENTS: 'sandbox', SELLER, ...env }, { payments: new FakeProvider(START) })
  const { ctx } = here
  const people: Person[] = []
  /** Sessions do not last for months. */
  const comeBack = async () => {
    for (const person of people)
      person.token = await openSession(ctx.db, { user_id: person.id, user_agent: 'lightMyRequest', now: ctx.now() })
  }
  const remembered = async (person: Promise<Person>) => {
    people.push(await person)
    return await person
  }
  /** Time passes until this moment, the job runs, and everybody signs in again. */
  async function goesTo(time: string): Promise<void> {
    here.passes(new Date(time).getTime() - ctx.now().getTime())
    await here.runJob('issue_monthly_statements')
    await comeBack()
  }
  const listOf = async (person: Person) => (await person.ask('GET', '/statements')).body as ListedMonthlyStatement[]
  const statementOf = async (person: Person, month: string) => {
    const number = (await listOf(person)).find((each) => each.month === month)?.number
    return (await person.ask('GET', `/statements/${number}`)).body as MonthlyStatement
  }
  const sells = async (
    creator: Person,
    price: number,
    at: Date,
    changes: Parameters<typeof insertPayment>[1] | object = {},
  ) => await insertPayment(ctx.db, { price, occurred_at: at, creator_id: creator.id, ...changes })
  return {
    ...{ ...here, goesTo, listOf, statementOf, sells },
    creator: (name: string) => remembered(here.creator(name)),
    creatorNamed: (name: string) => remembered(here.creatorNamed(name)),
  }
}

/** The rows of a CSV whose cells hold no comma. */
export function rowsOf(csv: string): Record<string, string>[] {
  const [names = '', ...lines] = csv.trimEnd().split('\r\n')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, place) => [names.split(',')[place], cell])))
}

export const cents = (amount: string) => Math.round(Number(amount) * 100)
