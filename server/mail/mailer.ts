import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { clearOutbox } from './clear-outbox.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Who gets the answer, where it is not us. */
  reply_to?: string
  /** Takes the reader off the list when it is posted to: mail programs show a button for it (RFC 8058). */
  one_click_unsubscribe?: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Takes away what lies here of mails to or from these addresses, and all that was there by then. */
  forget(email_keys: readonly string[], before: Date): Promise<void>
}

/** Without an SMTP server every mail is a file in the outbox folder. Its path is logged, never what stands in it. */
export function createMailer(config: Pick<Config, 'smtp_url' | 'mail_from' | 'data_dir'>, log: Log): Mailer {
  return config.smtp_url ? smtpMailer(config.smtp_url, config.mail_from) : outboxMailer(config, log)
}

/** One recipient, whatever the address contains: as plain text it could be read as a list. */
function envelope({ to, reply_to, subject, one_click_unsubscribe, ...mail }: Mail) {
  return {
    ...mail,
    // What looks like an encoded word would be decoded by who reads it, into whatever it hides.
    subject: subject.replaceAll('=?', '= ?'),
    to: { name: '', address: to },
    ...(reply_to && { replyTo: { name: '', address: reply_to } }),
    ...(one_click_unsubscribe && {
      headers: {
        'List-Unsubscribe': `<${one_click_unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }
}

function smtpMailer(smtp_url: string, from: string): Mailer {
  const transport = createTransport(smtp_url, { from })
  return {
    async send(mail) {
      await transport.sendMail(envelope(mail))
    },
    // What was sent is in the hands of others.
    async forget() {},
  }
}

function outboxMailer(config: Pick<Config, 'mail_from' | 'data_dir'>, log: Log): Mailer {
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from: config.mail_from },
  )
  const outbox = path.join(config.data_dir, 'outbox')
  return {
    async send(mail) {
      const { message } = await transport.sendMail(envelope(mail))
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const file = path.join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`)
      // Written whole and then named, so that who watches the folder never reads half a mail.
      await writeFile(`${file}.tmp`, message, { mode: 0o600 })
      await rename(`${file}.tmp`, file)
      log.info({ file }, 'a mail lies in the outbox')
    },
    forget: (email_keys, before) => clearOutbox(outbox, email_keys, before),
  }
}
