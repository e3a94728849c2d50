import type { Locale } from '#contract/accounts.ts'
import { SESSION_SETTINGS } from '#contract/settings-sections.ts'
import type { Context } from '#server/context.ts'
import { type Device, deviceName } from '#server/domain/device.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { sendBoundedAlone } from '#server/jobs/bounded-mail.ts'
import type { JobPayloads } from '#server/jobs/jobs.ts'
import { type LinkMailTexts, linkMail, timeInUtc } from '#server/mail/link-mail.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { findUser } from '#server/store/accounts/users.ts'

export const sessionJobs: FeatureJobs = { send_new_device: { run: sendNewDevice } }

async function sendNewDevice(ctx: Context, payload: JobPayloads['send_new_device']): Promise<void> {
  const user = await findUser(ctx.db, payload.user_id)
  if (!user) return
  const link = `${ctx.origin()}${SESSION_SETTINGS}`
  const seen = { device: payload.device, at: new Date(payload.at) }
  const words = newDeviceMail(user.locale ?? payload.locale, seen, link)
  await sendBoundedAlone(ctx, { kind: 'new_device', to: user.email }, words)
}

const NEW_DEVICE: Record<Locale, LinkMailTexts> = {
  en: {
    title: 'A new device signed in',
    text: 'Somebody, most likely you, signed in to your Loge account from a device that we did not know:',
    action: 'See your sessions',
    footnote: 'If it was not you, change your password now: every other session ends with it.',
  },
  fr: {
    title: 'Un nouvel appareil s’est connecté',
    text: 'Quelqu’un, sans doute vous, s’est connecté à votre compte Loge depuis un appareil que nous ne connaissions pas\u202f:',
    action: 'Voir vos sessions',
    footnote:
      'Si ce n’était pas vous, changez votre mot de passe dès maintenant\u202f: toutes les autres sessions prendront fin.',
  },
}

function newDeviceMail(locale: Locale, seen: { device: Device; at: Date }, link: string): Omit<Mail, 'to'> {
  const words = NEW_DEVICE[locale]
  const facts = `${deviceName(seen.device, locale)}\n${timeInUtc(locale, seen.at)} (UTC)`
  return linkMail(locale, { ...words, text: `${words.text}\n\n${facts}` }, link)
}
