import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import { PLATFORM_FEE_PERCENT } from '#contract/fees.ts'
import type { MonthlyStatement } from '#contract/monthly-statements.ts'
import type { BalanceMove } from '#contract/payouts.ts'
import { moneyText } from '#server/pdf.ts'
import { earlier, monthAfter, startOfMonth } from '#server/time.ts'

const WORDS = {
  en: {
    title: 'Statement',
    number: 'No.',
    for: 'For',
    from: 'From',
    heads: ['Tickets sold', 'Sold', 'Price without VAT', `Platform ${PLATFORM_FEE_PERCENT}%`, 'Banking', 'Your share'],
    periods: { day: '1 Day', week: '1 Week', month: '1 Month' },
    together: 'Together',
    balance: 'Balance on',
    vat: (amount: string) =>
      `Fans paid ${amount} of VAT on top. Loge is the seller and pays it to the state; it is no part of your share.`,
    sample: 'Sample data. No real money is in this statement.',
  },
  fr: {
    title: 'Relevé',
    number: 'N°',
    for: 'Pour',
    from: 'De',
    heads: [
      'Billets vendus',
      'Nombre',
      'Prix hors TVA',
      `Plateforme ${PLATFORM_FEE_PERCENT}\u00a0%`,
      'Banque',
      'Votre part',
    ],
    periods: { day: '1 jour', week: '1 semaine', month: '1 mois' },
    together: 'Ensemble',
    balance: 'Solde au',
    vat: (amount: string) =>
      `Les fans ont payé ${amount} de TVA en plus. Loge est le vendeur et la verse à l’État\u202f; elle ne fait pas partie de votre part.`,
    sample: 'Données d’exemple. Ce relevé ne contient pas d’argent réel.',
  },
} as const satisfies Record<Locale, unknown>

/** What moved the balance: one movement, or several. */
const MOVES: Record<Locale, Record<BalanceMove['kind'], [one: string, many: (count: number) => string]>> = {
  en: {
    share: ['Your share of one ticket', (count) => `Your share of ${count} tickets`],
    refunded: ['One ticket refunded', (count) => `${count} refunds`],
    disputed: ['One payment disputed', (count) => `Disputes, ${count} entries`],
    paid_out: ['Paid out', (count) => `Paid out, ${count} times`],
    returned: ['Payout sent back', (count) => `${count} payouts sent back`],
    other: ['Correction', (count) => `${count} corrections`],
  },
  fr: {
    share: ['Votre part d’un billet', (count) => `Votre part de ${count} billets`],
    refunded: ['Un billet remboursé', (count) => `${count} remboursements`],
    disputed: ['Un paiement contesté', (count) => `Contestations, ${count} écritures`],
    paid_out: ['Versé', (count) => `Versé en ${count} fois`],
    returned: ['Versement revenu', (count) => `${count} versements revenus`],
    other: ['Correction', (count) => `${count} corrections`],
  },
}

/** The words of a printed statement. Days are in UTC, as everywhere in the books. */
export function statementWords(statement: MonthlyStatement, locale: Locale) {
  const { month, sales, together, moves, is_sample } = statement
  const words = WORDS[locale]
  const money = (amount: string) => moneyText(amount, locale)
  const less = (amount: string) => money(/[1-9]/.test(amount) ? `-${amount}` : amount)
  const day = (time: Date | string) => dateText(time, locale, 'day_month', 'UTC')
  const lines = (name: string, { count, price, platform_fee, banking_fee, net }: MonthlyStatement['together']) => [
    ...[name, String(count), money(price)],
    ...[less(platform_fee), less(banking_fee), money(net)],
  ]
  const first = startOfMonth(month)
  return {
    title: words.title,
    month: dateText(first, locale, 'month_year', 'UTC'),
    number: words.number,
    for: words.for,
    from: words.from,
    heads: words.heads,
    sales: sales.map((sale) => lines(words.periods[sale.period], sale)),
    together: lines(words.together, together),
    opening: [`${words.balance} ${day(first)}`, money(statement.opening)] as [string, string],
    moves: moves.map(({ kind, amount, count, on }): [string, string] => {
      const [one, many] = MOVES[locale][kind]
      const what = count === 1 ? one : many(count)
      return [
        on && kind !== 'share' ? `${what}, ${day(on)}` : what,
        amount.startsWith('-') ? money(amount) : `+${money(amount)}`,
      ]
    }),
    closing: [`${words.balance} ${day(earlier(startOfMonth(monthAfter(month)), 1))}`, money(statement.closing)] as [
      string,
      string,
    ],
    notes: [words.vat(money(statement.vat)), ...(is_sample ? [words.sample] : [])],
  }
}
