import { amountOf, centsOf } from '#contract/fees.ts'
import { UUID_PATTERN } from '#contract/schemas.ts'
import { createContext } from '#server/context.ts'
import { toCsv } from '#server/csv.ts'
import { type Shop, shopOf } from '#server/domain/shop.ts'
import { AppError } from '#server/errors.ts'
import { declineWithdrawal } from '#server/features/payments/decline.ts'
import { refundOrder, type StaffRefund } from '#server/features/payments/desk.ts'
import { reconcile } from '#server/features/payments/reconcile.ts'
import { createLog } from '#server/log.ts'
import { FIRST_PAGE } from '#server/paging.ts'
import { ProviderAway } from '#server/payments/provider.ts'
import { findMember } from '#server/store/accounts/users.ts'
import { listMovementsOf, listOrders, type StaffOrderRow } from '#server/store/payments/order-list.ts'
import { type Command, type CommandLine, runCommand } from './command.ts'

const USAGE = `Usage:
  npm run payments -- reconcile
  npm run payments -- refund ORDER [CENTS] REASON [--after-decline]
  npm run payments -- decline ORDER REASON
  npm run -s payments -- withdrawals
  npm run -s payments -- show ORDER|FAN

ORDER is the id of an order, FAN a username or an e-mail address. Without CENTS all that is left of the last payment is
sent back: access ends, and the renewal too. A part leaves both as they are. \`withdrawals\` lists the orders whose fans wait
for an answer; \`decline\` answers one with a reason that the fan reads. All of an order whose withdrawal was declined is
sent back with --after-decline only.`

/** Nobody has more orders than fit into memory. */
const SHOWN_MAX = 10_000
const AFTER_DECLINE = '--after-decline'
/** The longest reason, as the server has it. */
const REASON_MAX = 1000
const IS_ID = new RegExp(`^${UUID_PATTERN}$`, 'i')

function readCommand(words: string[]): Command | undefined {
  const after_decline = words.at(-1) === AFTER_DECLINE
  const [verb, what = '', ...rest] = after_decline ? words.slice(0, -1) : words
  if (after_decline && verb !== 'refund') return undefined
  if (verb === 'reconcile' && words.length === 1) return inShop(reconcileNow)
  if (verb === 'show' && words.length === 2) return inShop((ctx) => show(ctx, what))
  if (verb === 'withdrawals' && words.length === 1) return inShop(listWithdrawals)
  if (verb === 'decline' && words.length === 3 && IS_ID.test(what) && isReason(words[2]))
    return inShop((ctx) => decline(ctx, what, words[2]?.trim() ?? ''))
  if (verb !== 'refund' || !IS_ID.test(what)) return undefined
  const [first = '', second] = rest
  const isPart = rest.length === 2 && /^\d{1,9}$/.test(first)
  const reason = (isPart ? second : first) ?? ''
  if (!isReason(reason) || rest.length !== (isPart ? 2 : 1)) return undefined
  const amount = isPart ? amountOf(Number(first)) : undefined
  return inShop((ctx) => refund(ctx, { staff_id: null, order_id: what, amount, reason, after_decline }))
}

function isReason(words = ''): boolean {
  return words.trim() !== '' && words.length <= REASON_MAX
}

/** Runs a command beside the server, with a provider. */
function inShop(command: (ctx: Shop) => Promise<number>): Command {
  return async (_db, config, database) => {
    if (!config.payments) return refuse('Nothing can be bought: PAYMENTS is not set.')
    const log = createLog({ log_level: 'error' })
    const ctx = await createContext(config, {
      log,
      database: { background: undefined, ...database, close: async () => {} },
    })
    try {
      return await command(shopOf(ctx))
    } catch (error) {
      if (error instanceof AppError) return refuse(`${error.message}.`)
      if (error instanceof ProviderAway) return refuse(`${error.message}: ${(error.cause as Error).message}`)
      throw error
    } finally {
      await ctx.close()
    }
  }
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

async function reconcileNow(ctx: Shop): Promise<number> {
  const { missed_events, payments, checkouts, memberships, accounts, payouts, failures } = await reconcile(ctx)
  console.log(
    `Compared ${payments} payments, ${checkouts} open checkouts and ${memberships} renewing subscriptions with the provider. Events that had never arrived: ${missed_events}.`,
  )
  if (ctx.payouts) console.log(`Also ${accounts} accounts of creators and ${payouts} payouts that may still change.`)
  return failures === 0 ? 0 : refuse(`${failures} of them could not be settled: the log says why.`)
}

async function refund(ctx: Shop, what: StaffRefund): Promise<number> {
  const order = await refundOrder(ctx, what)
  const left = amountOf(centsOf(order.charged) - centsOf(order.refunded))
  console.log(
    `Refunded €${order.refunded} of €${order.charged} in all; €${left} are left. The order is ${order.state}.`,
  )
  return 0
}

async function decline(ctx: Shop, order_id: string, reason: string): Promise<number> {
  await declineWithdrawal(ctx, { staff_id: null, order_id, reason })
  console.log('The withdrawal is declined. The fan reads the reason in a notice and in a mail.')
  return 0
}

async function listWithdrawals(ctx: Shop): Promise<number> {
  printOrders(await listOrders(ctx.db, { withdrawal_asked: true }, FIRST_PAGE, SHOWN_MAX))
  return 0
}

async function show(ctx: Shop, what: string): Promise<number> {
  const fan = IS_ID.test(what) ? undefined : await findMember(ctx.db, what)
  if (!fan && !IS_ID.test(what)) return refuse(`There is no user with the name or address ${what}.`)
  const orders = await listOrders(ctx.db, fan ? { fan_id: fan.id } : { id: what }, FIRST_PAGE, SHOWN_MAX)
  if (orders.length === 0 && !fan) return refuse(`There is no order ${what}.`)
  printOrders(orders)
  if (fan) return 0
  const movements = (await listMovementsOf(ctx.db, what)).map((movement) => ({
    at: movement.occurred_at,
    kind: movement.kind,
    reference: movement.reference,
    charged: signed(movement.charged),
    vat: signed(movement.vat),
    platform_fee: signed(movement.platform_fee),
    banking_fee: signed(movement.banking_fee),
    net: signed(movement.net),
  }))
  process.stdout.write(
    `\n${toCsv(['at', 'kind', 'reference', 'charged', 'vat', 'platform_fee', 'banking_fee', 'net'], movements)}`,
  )
  return 0
}

function printOrders(orders: readonly StaffOrderRow[]): void {
  const rows = orders.map(
    ({ id, created_at, state, fan, creator, period, charged, refunded, vat_country, ...order }) => ({
      order: id,
      created_at,
      state,
      fan,
      creator,
      period,
      charged: amountOf(charged),
      refunded: amountOf(refunded),
      country: vat_country,
      withdrawal: order.withdrawal_declined_at ? 'declined' : order.withdrawal_asked_at ? 'asked' : null,
    }),
  )
  process.stdout.write(
    toCsv(
      ['order', 'created_at', 'state', 'fan', 'creator', 'period', 'charged', 'refunded', 'country', 'withdrawal'],
      rows,
    ),
  )
}

/** With a minus sign that is no hyphen: a cell that begins with one would be quoted. */
function signed(cents: number): string {
  return cents < 0 ? `−${amountOf(-cents)}` : amountOf(cents)
}

export const payments: CommandLine = { usage: USAGE, read: readCommand }

if (import.meta.main) process.exitCode = await runCommand(payments)
