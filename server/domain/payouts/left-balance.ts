import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import { PAYOUT_MIN } from '#contract/payouts.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { moneyText } from '#server/pdf.ts'
import { findFinalPayout } from './balance.ts'

export type LeftBalance = Awaited<ReturnType<typeof findFinalPayout>>

/** What belongs to a creator whose account will be erased, for the mail about it; undefined where nobody is paid. */
export async function findLeftBalance(
  ctx: Pick<Context, 'config' | 'now' | 'payouts'> & { db: Queryable },
  user_id: string,
  erased_at: Date,
): Promise<LeftBalance | undefined> {
  const { payments } = ctx.config
  return payments && (await findFinalPayout({ ...ctx, config: { payments } }, user_id, erased_at))
}

const WORDS = {
  en: {
    paid: (amount: string, day: string, digits: string, minimum: string) =>
      `Your balance, ${amount} today, is paid${digits && ` to the account ending in ${digits}`} with the payouts after the erasure, on ${day} at the latest, also if it is less than ${minimum}.`,
    verification: (amount: string) =>
      `Your balance of ${amount} cannot be paid while you are not verified, and nobody can be verified once the account is erased.`,
    account: (amount: string) =>
      `Your balance of ${amount} cannot be paid without a bank account, and none can be given once the account is erased.`,
    negative: (amount: string) =>
      `Your balance is ${amount}: more went back to fans than was there. We take nothing from your bank account.`,
    on_its_way: (amount: string) => `${amount} is on its way to you.`,
    /** Whoever leaves can still do something about it. */
    leaving: {
      paid: '',
      verification: 'Log in, send your verification, and ask for the deletion again when you are paid.',
      account: 'Log in, give one, and ask for the deletion again.',
      on_its_way: 'It arrives as if you had stayed.',
    },
    /** Nobody can sign in to a closed account, and an appeal pauses its erasure. */
    closed: {
      paid: 'An appeal puts off the erasure, and with it this payout, until it is decided.',
      verification: 'It stays in our books: if an appeal restores the account, you can be verified and paid.',
      account: 'It stays in our books: if an appeal restores the account, you can give one and be paid.',
      on_its_way: 'What has not left us yet is sent after the erasure.',
    },
  },
  fr: {
    paid: (amount: string, day: string, digits: string, minimum: string) =>
      `Votre solde, ${amount} aujourd’hui, est versé${digits && ` sur le compte finissant par ${digits}`} avec les versements qui suivent l’effacement, le ${day} au plus tard, même s’il est inférieur à ${minimum}.`,
    verification: (amount: string) =>
      `Votre solde de ${amount} ne peut pas être versé tant que vous n’êtes pas vérifié, et plus personne ne peut l’être une fois le compte effacé.`,
    account: (amount: string) =>
      `Votre solde de ${amount} ne peut pas être versé sans compte bancaire, et vous ne pourrez plus en donner une fois le compte effacé.`,
    negative: (amount: string) =>
      `Votre solde est de ${amount}\u202f: davantage a été rendu à vos fans que ce qu’il contenait. Nous ne prélevons rien sur votre compte bancaire.`,
    on_its_way: (amount: string) => `${amount} sont en route vers vous.`,
    leaving: {
      paid: '',
      verification: 'Connectez-vous, envoyez votre vérification, et redemandez la suppression quand vous serez payé.',
      account: 'Connectez-vous, donnez-en un, et redemandez la suppression.',
      on_its_way: 'Ils arriveront comme si vous étiez resté.',
    },
    closed: {
      paid: 'Un recours reporte l’effacement, et ce versement avec lui, jusqu’à ce qu’il soit tranché.',
      verification:
        'Il reste dans nos livres\u202f: si un recours rétablit le compte, vous pourrez être vérifié et payé.',
      account:
        'Il reste dans nos livres\u202f: si un recours rétablit le compte, vous pourrez en donner un et être payé.',
      on_its_way: 'Ce qui n’est pas encore parti de chez nous est envoyé après l’effacement.',
    },
  },
} as const

/** What ends an account: its owner leaves, or staff have closed it. */
type Ending = 'leaving' | 'closed'

/** What becomes of each amount that is left, for the mail to its owner; nothing if nothing is left. */
export function balanceTexts(
  locale: Locale,
  { final_payout, on_its_way, last4 }: LeftBalance,
  ending: Ending,
): string[] {
  const words = WORDS[locale]
  const rest = words[ending]
  const euros = (amount: string) => moneyText(amount, locale)
  const texts = Number(on_its_way) > 0 ? [`${words.on_its_way(euros(on_its_way))} ${rest.on_its_way}`] : []
  if (!final_payout) return texts
  const { amount, on, waits_for } = final_payout
  if (waits_for === 'negative') return [...texts, words.negative(euros(amount))]
  if (waits_for) return [...texts, `${words[waits_for](euros(amount))} ${rest[waits_for]}`]
  const day = dateText(`${on}T00:00:00Z`, locale, 'day', 'UTC')
  const paid = words.paid(euros(amount), day, last4 ?? '', moneyText(`${PAYOUT_MIN}.00`, locale))
  return [...texts, rest.paid === '' ? paid : `${paid} ${rest.paid}`]
}
