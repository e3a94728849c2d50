import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { SECOND_MS } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Who receives replies, if it is not the sender. */
  reply_to?: string
  /** A POST to this URL unsubscribes the reader; mail programs show a button for it (RFC 8058). */
  one_click_unsubscribe?: string
  /** Names the mail in its Message-ID: if it is sent again after a crash, mailboxes know it as the same one. */
  id?: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Throws if the mail server cannot be reached or refuses the sign-in. Undefined if mails are files. */
  probe?: () => Promise<void>
  /** Erases stored mails to or from these addresses, and all that were stored before a time. */
  forget(email_keys: readonly string[], before: Date): Promise<void>
}

/** Nodemailer waits two minutes for a connection: too long for a health check. */
const PROBE_TIMEOUTS = { connectionTimeout: 4000, greetingTimeout: 4000, socketTimeout: 4000 }
/** Nodemailer waits ten minutes for an answer, while a row stays locked. */
const SEND_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/**
 * Mails that follow one another share a connection: opening one takes longer than the mail, also on purpose (a mail server
 * lets strangers wait). It is closed soon after the last mail, so that nobody has to close it at the end. A connection that
 * the server has closed meanwhile is opened again once.
 */
const POOL = { pool: true, maxConnections: 10, idleTimeout: SECOND_MS, maxRequeues: 1 } as const

/** Whether a mail server refused one mail. Any other failure concerns all mails, because the server cannot be reached. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && 'code' in error && error.code !== 'EAUTH'
}

/** Without SMTP_URL, mails are files in DATA_DIR/outbox. Their paths are logged, never their content. */
export function createMailer(config: Pick<Config, 'smtp_url' | 'mail_from' | 'data_dir'>, log: Log): Mailer {
  return config.smtp_url ? smtpMailer(config.smtp_url, config.mail_from) : outboxMailer(config, log)
}

/** The address is passed as an object: as plain text it could be parsed as a list of recipients. */
function envelope({ to, reply_to, subject, one_click_unsubscribe, id, ...mail }: Mail, from: string) {
  return {
    ...mail,
    ...(id && { messageId: `<${id}@${hostOf(from)}>` }),
    // Prevents header injection by encoded words (RFC 2047), which mail programs would decode.
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

/** The host of an address, which may have a display name. */
function hostOf(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

function smtpMailer(smtp_url: string, from: string): Mailer {
  const transport = createTransport({ url: smtp_url, ...POOL, ...SEND_TIMEOUTS }, { from })
  return {
    async send(mail) {
      await transport.sendMail(envelope(mail, from))
    },
    async probe() {
      await createTransport({ url: smtp_url, ...PROBE_TIMEOUTS }).verify()
    },
    // Nothing is stored here.
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
      const { message } = await transport.sendMail(envelope(mail, config.mail_from))
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const file = path.join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`)
      // Atomic write, so that a program that watches the folder never reads half a mail.
      await writeFile(`${file}.tmp`, message, { mode: 0o600 })
      await rename(`${file}.tmp`, file)
      log.info({ file }, 'a mail was written to the outbox folder')
    },
    forget: (email_keys, before) => clearOutbox(outbox, email_keys, before),
  }
}

/** Deletes the mails to or from these addresses, and those that are older. */
async function clearOutbox(folder: string, email_keys: readonly string[], before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const { mtime } = await stat(file)
    if (mtime <= before || (await mentions(file, email_keys))) await rm(file, { force: true })
  }
}

/** Searches the headers. An address contains no spaces, so it is never folded into two lines. */
async function mentions(file: string, email_keys: readonly string[]): Promise<boolean> {
  const [head = ''] = (await readFile(file, 'utf8')).split('\r\n\r\n', 1)
  return email_keys.some((key) => head.toLowerCase().includes(`<${key}>`) || isBare(head, key))
}

/** An address without a display name is the whole value of its header. */
function isBare(head: string, key: string): boolean {
  return head.split('\r\n').some(
    (line) =>
      /^(to|reply-to):/i.test(line) &&
      line
        .slice(line.indexOf(':') + 1)
        .trim()
        .toLowerCase() === key,
  )
}
