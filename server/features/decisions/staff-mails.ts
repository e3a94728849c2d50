import type { Locale } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { layoutMail } from '#server/mail/layout.ts'
import { timeInUtc } from '#server/mail/link-mail.ts'
import type { Mail } from '#server/mail/mailer.ts'
import {
  countWaitingVerifications,
  listStaffReaders,
  lockStaffMails,
  markStaffMailed,
  prepareStaffMails,
  type StaffReader,
  summariseWaitingCases,
  type WaitingCases,
} from '#server/store/staff/staff-mails.ts'
import { earlier } from '#server/time.ts'

const MAIL_EVERY_MS = 10 * MINUTE_MS
/** The time of an event is taken before its transaction commits. A case counts as new when it is surely visible. */
const COMMIT_LAG_MS = 10 * SECOND_MS

export const staffMailJobs: FeatureJobs = {
  mail_staff: { schedule: '* * * * *', run: mailStaff },
}

/**
 * Mails every member of staff what waits, if something new does, and at most once in ten minutes. A row lock keeps two
 * processes from doing it twice. If no mail can be sent at all, the next run tries again; a single address that refuses
 * its mail is skipped, because a repetition would go to all the others too.
 */
export async function mailStaff(ctx: Pick<Context, 'db' | 'log' | 'mail' | 'now' | 'origin'>): Promise<void> {
  await prepareStaffMails(ctx.db)
  await ctx.db.begin(async (db) => {
    const sent_at = await lockStaffMails(db)
    const now = ctx.now()
    if (sent_at === undefined || now.getTime() - sent_at.getTime() < MAIL_EVERY_MS) return
    const window = { after: earlier(sent_at, COMMIT_LAG_MS), until: earlier(now, COMMIT_LAG_MS) }
    const failures: unknown[] = []
    let sent = 0
    for (const reader of await listStaffReaders(db)) {
      const cases = await summariseWaitingCases(db, reader.id, window)
      const verifications =
        reader.role === 'admin' ? await countWaitingVerifications(db, reader.id, window) : { waiting: 0, fresh: 0 }
      if (cases.fresh + verifications.fresh === 0) continue
      try {
        await ctx.mail.send({ to: reader.email, ...staffMail(reader, { cases, verifications }, ctx.origin()) })
        sent += 1
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0 && sent === 0) throw failures[0]
    if (sent > 0) await markStaffMailed(db, now)
    for (const error of failures) ctx.log.error({ err: error }, 'a member of staff could not be mailed')
  })
}

interface Words {
  title: string
  waiting: (open: number, appealed: number) => string
  verifications: (waiting: number) => string
  first: (number: string, due: string) => string
  action: string
  /** If only verifications wait. */
  title_of_verifications: string
  action_of_verifications: string
  footnote: string
}

const WORDS: Record<Locale, Words> = {
  en: {
    title: 'Cases are waiting',
    waiting: (open, appealed) =>
      `${open === 1 ? '1 case is open' : `${open} cases are open`}, and ${appealed === 1 ? '1 appeal waits' : `${appealed} appeals wait`} for a decision.`,
    first: (number, due) => `The most urgent one is ${number}, due on ${due} (UTC).`,
    verifications: (waiting) =>
      waiting === 1 ? '1 verification waits for a decision.' : `${waiting} verifications wait for a decision.`,
    action: 'Open the cases',
    title_of_verifications: 'Verifications are waiting',
    action_of_verifications: 'Open the verifications',
    footnote:
      'You get this mail because you work for Loge, at most once in ten minutes and only if something new came.',
  },
  fr: {
    title: 'Des dossiers attendent',
    waiting: (open, appealed) =>
      `${open > 1 ? `${open} dossiers sont ouverts` : `${open} dossier est ouvert`}, et ${appealed > 1 ? `${appealed} recours attendent` : `${appealed} recours attend`} une décision.`,
    first: (number, due) => `Le plus urgent est le ${number}, à traiter avant le ${due} (UTC).`,
    verifications: (waiting) =>
      waiting > 1
        ? `${waiting} vérifications d’identité attendent une décision.`
        : `${waiting} vérification d’identité attend une décision.`,
    action: 'Ouvrir les dossiers',
    title_of_verifications: 'Des vérifications attendent',
    action_of_verifications: 'Ouvrir les vérifications',
    footnote:
      'Vous recevez cet e-mail parce que vous travaillez pour Loge, au plus une fois en dix minutes et seulement s’il y a du nouveau.',
  },
}

interface Waiting {
  cases: WaitingCases
  verifications: { waiting: number; fresh: number }
}

/** Numbers only: nothing of a report or of a person leaves the product. The link leads to what is new. */
function staffMail(
  { locale: chosen }: StaffReader,
  { cases, verifications }: Waiting,
  origin: string,
): Omit<Mail, 'to'> {
  const locale = chosen ?? 'en'
  const words = WORDS[locale]
  const { open, appealed, first_number, first_due_at } = cases
  const hasCases = open + appealed > 0
  const isAboutCases = cases.fresh > 0
  const first = first_number && first_due_at && words.first(first_number, timeInUtc(locale, first_due_at))
  const text = [
    hasCases && words.waiting(open, appealed),
    first,
    verifications.waiting > 0 && words.verifications(verifications.waiting),
  ]
  const title = isAboutCases ? words.title : words.title_of_verifications
  return {
    subject: title,
    ...layoutMail(locale, {
      title,
      text: text.filter(Boolean).join('\n'),
      action: isAboutCases ? words.action : words.action_of_verifications,
      link: `${origin}${isAboutCases ? paths.admin_cases : paths.admin_verifications}`,
      footnote: words.footnote,
    }),
  }
}
