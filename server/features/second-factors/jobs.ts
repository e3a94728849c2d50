import type { Locale } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { RECOVERY_WAIT_HOURS } from '#contract/second-factors.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { sendBounded } from '#server/jobs/bounded-mail.ts'
import type { JobPayloads } from '#server/jobs/jobs.ts'
import { type LinkMailTexts, linkMail, timeInUtc } from '#server/mail/link-mail.ts'
import { findUser } from '#server/store/accounts/users.ts'
import { hashSecret, newSecret } from '#server/store/ids.ts'
import { lockUntoldRecovery, setStopLink } from '#server/store/second-factors/recoveries.ts'
import { sweepSecondSteps } from '#server/store/second-factors/tickets.ts'
import { later } from '#server/time.ts'

export const secondFactorJobs: FeatureJobs = {
  send_recovery_asked: { run: sendRecoveryAsked },
  sweep_second_steps: { schedule: '47 * * * *', run: ({ db, now }) => sweepSecondSteps(db, now()) },
}

/**
 * The secret of the link is made when the mail is sent, so it is never stored in the queue. A request whose mail was not sent has no
 * link and cannot be approved; asking again tries again.
 */
async function sendRecoveryAsked(ctx: Context, { recovery_id: id }: JobPayloads['send_recovery_asked']): Promise<void> {
  await ctx.db.begin(async (db) => {
    const user_id = await lockUntoldRecovery(db, id)
    const user = user_id && (await findUser(db, user_id))
    if (!user) return
    await sendBounded(ctx, db, { kind: 'recovery_asked', to: user.email }, async () => {
      const secret = newSecret()
      const due_at = later(ctx.now(), RECOVERY_WAIT_HOURS * HOUR_MS)
      const recovery = await setStopLink(db, { id, stop_hash: hashSecret(secret), due_at })
      if (!recovery) throw new Error('a request that is locked is not there')
      const locale = user.locale ?? 'en'
      const words = RECOVERY_ASKED[locale](timeInUtc(locale, recovery.due_at))
      return linkMail(locale, words, `${ctx.origin()}${paths.stop_recovery}?token=${secret}`)
    })
  })
}

const RECOVERY_ASKED: Record<Locale, (until: string) => LinkMailTexts> = {
  en: (until) => ({
    title: 'Somebody asks to remove your second lock',
    text: `Somebody who knows your password, most likely you, said that every device for the second step is lost. If nobody stops it, our staff can remove your passkeys, your authenticator app and your recovery codes from ${until} (UTC) on.`,
    action: 'Stop it',
    footnote:
      'If it was not you, stop it with the link above, and change your password now. Logging in with your second step stops it too.',
  }),
  fr: (until) => ({
    title: 'On demande de retirer votre second verrou',
    text: `Quelqu’un qui connaît votre mot de passe, sans doute vous, a dit avoir perdu tous les appareils du second verrou. Si personne ne l’arrête, notre équipe pourra retirer vos clés d’accès, votre application de codes et vos codes de secours à partir du ${until} (UTC).`,
    action: 'Arrêter la demande',
    footnote:
      'Si ce n’était pas vous, arrêtez-la avec le lien ci-dessus et changez votre mot de passe dès maintenant. Se connecter avec le second verrou l’arrête aussi.',
  }),
}
