import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import { PAYOUT_MIN } from '#contract/payouts.ts'
import type { Context } from '#server/context.ts'
import { findFinalPayout } from '#server/domain/payouts/balance.ts'
import { moneyText } from '#server/pdf.ts'

export type LeftBalance = Awaited<ReturnType<typeof findFinalPayout>>

/** What belongs to a creator who leaves, for the mail about it; undefined where nobody is paid. */
export async function findLeftBalance(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'payouts'>,
  user_id: string,
  erased_at: Date,
): Promise<LeftBalance | undefined> {
  const { payments } = ctx.config
  return payments && (await findFinalPayout({ ...ctx, config: { payments } }, user_id, erased_at))
}

const WORDS = {
  en: {
    paid: (amount: string, day: string, digits: string, minimum: string) =>
      `Your balance, ${amount} today, is paid${digits && ` to the account ending in ${digits}`} with the payouts after that, on ${day} at the latest, also if it is less than ${minimum}.`,
    verification: (amount: string) =>
      `Your balance of ${amount} cannot be paid while you are not verified, and nobody can be verified once the account is erased. Log in, send your verification, and ask for the deletion again when you are paid.`,
    account: (amount: string) =>
      `Your balance of ${amount} cannot be paid without a bank account, and none can be given once the account is erased. Log in, give one, and ask for the deletion again.`,
    negative: (amount: string) =>
      `Your balance is ${amount}: more went back to fans than was there. We take nothing from your bank account.`,
    on_its_way: (amount: string) => `${amount} is on its way to you, and arrives as if you had stayed.`,
  },
  fr: {
    paid: (amount: string, day: string, digits: string, minimum: string) =>
      `Votre solde, ${amount} aujourd’hui, est versé${digits && ` sur le compte finissant par ${digits}`} avec les versements qui suivent, le ${day} au plus tard, même s’il est inférieur à ${minimum}.`,
    verification: (amount: string) =>
      `Votre solde de ${amount} ne peut pas être versé tant que vous n’êtes pas vérifié, et plus personne ne peut l’être une fois le compte effacé. Connectez-vous, envoyez votre vérification, et redemandez la suppression quand vous serez payé.`,
    account: (amount: string) =>
      `Votre solde de ${amount} ne peut pas être versé sans compte bancaire, et vous ne pourrez plus en donner une fois le compte effacé. Connectez-vous, donnez-en un, et redemandez la suppression.`,
    negative: (amount: string) =>
      `Votre solde est de ${amount}\u202f: davantage a été rendu à vos fans que ce qu’il contenait. Nous ne prélevons rien sur votre compte bancaire.`,
    on_its_way: (amount: string) => `${amount} sont en route vers vous, et arriveront comme si vous étiez resté.`,
  },
} as const

/** One sentence or two about each amount that is left; none if nothing is. */
export function balanceTexts(locale: Locale, { final_payout, on_its_way, last4 }: LeftBalance): string[] {
  const words = WORDS[locale]
  const euros = (amount: string) => moneyText(amount, locale)
  const texts = Number(on_its_way) > 0 ? [words.on_its_way(euros(on_its_way))] : []
  if (!final_payout) return texts
  const { amount, on, waits_for } = final_payout
  if (waits_for) return [...texts, words[waits_for](euros(amount))]
  const day = dateText(`${on}T00:00:00Z`, locale, 'day', 'UTC')
  return [...texts, words.paid(euros(amount), day, last4 ?? '', moneyText(`${PAYOUT_MIN}.00`, locale))]
}
