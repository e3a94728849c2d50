import type { Email } from 'postal-mime'
import type { World } from '#tests/support/world.ts'

interface NewsletterMail {
  mail: Email
  confirm: string
  leave: string
}

/** The tokens in the two links of a newsletter mail. */
export function readNewsletterMail(mail: Email | undefined): NewsletterMail {
  const [, confirm] = mail?.text?.match(/https:\/\/loge\.example\/newsletter\/confirm\?token=([\w-]{43})\n/) ?? []
  const [, leave] = mail?.text?.match(/https:\/\/loge\.example\/newsletter\/unsubscribe\?token=([\w-]{43})\n/) ?? []
  if (!mail || !confirm || !leave) throw new Error(`The mail has no links: ${mail?.text}`)
  return { mail, confirm, leave }
}

/** Steps of the newsletter in a world whose public URL is https://loge.example, and what the database has of them. */
export function newsletterSteps({ ctx, visitor, mails }: Pick<World, 'ctx' | 'visitor' | 'mails'>) {
  function join(email: string, { language = 'en', isInterestedInCreating = false } = {}) {
    const body = { email, isInterestedInCreating }
    return visitor.ask('POST', '/newsletter', body, { headers: { 'accept-language': language } })
  }

  function confirm(token: unknown) {
    return visitor.ask('POST', '/newsletter/confirm', { token })
  }

  function leave(token: string) {
    return visitor.ask('POST', `/newsletter/unsubscribe?token=${encodeURIComponent(token)}`)
  }

  async function mailsTo(email: string): Promise<Email[]> {
    return (await mails()).filter(({ to }) => to?.[0]?.address === email)
  }

  async function newestTo(email: string): Promise<NewsletterMail> {
    return readNewsletterMail((await mailsTo(email)).at(-1))
  }

  async function rowOf(email_key: string) {
    const [row] = await ctx.db`select * from newsletter_addresses where email_key = ${email_key}`
    return row
  }

  function departures() {
    return ctx.db`select * from newsletter_departures order by left_at`
  }

  async function sweep() {
    await ctx.jobs.send('sweep_visitors', {})
    await ctx.jobs.runDue()
  }

  return { join, confirm, leave, mailsTo, newestTo, rowOf, departures, sweep }
}
