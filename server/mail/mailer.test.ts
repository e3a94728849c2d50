import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { createMailer } from './mailer.ts'

const { url: smtp_url, received, opened, hangUp } = await startSmtp()
const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-mail-'))
afterAll(() => rm(data_dir, { recursive: true, force: true }))
const lines: string[] = []
const log = createLog({ log_level: 'info' }, { write: (line) => void lines.push(line) })
const mail = {
  to: 'amy@example.com',
  subject: 'Réservé\u202f!',
  text: 'The secret-link',
  html: '<p>The secret-link</p>',
}
const mail_from = 'Loge <no-reply@loge.test>'

describe('Mails', () => {
  it('Mails are sent over SMTP when a server is configured', async () => {
    await createMailer({ smtp_url, mail_from, data_dir }, log).send(mail)
    const parsed = received[0]
    expect(parsed).toMatchObject({
      from: { name: 'Loge', address: 'no-reply@loge.test' },
      to: [{ address: 'amy@example.com' }],
      subject: 'Réservé\u202f!',
      text: expect.stringContaining('The secret-link'),
      html: expect.stringContaining('<p>The secret-link</p>'),
    })
  })

  it('Sending a mail fails when the mail server is down, so that it is retried', async () => {
    const dead = createMailer({ smtp_url: 'smtp://127.0.0.1:1', mail_from, data_dir }, log)
    await expect(dead.send(mail)).rejects.toThrow('ECONNREFUSED')
  })

  it('Mails that follow one another share a connection, and need another one after the mail server has closed it', async () => {
    const [mailer, before] = [
      createMailer({ smtp_url, mail_from, data_dir }, log),
      { opened: opened(), received: received.length },
    ]
    const connections: number[] = []
    for (let sent = 0; sent < 4; sent += 1) {
      if (sent === 2) hangUp()
      await mailer.send(mail)
      connections.push(opened() - before.opened)
    }
    expect([connections, received.length - before.received]).toEqual([[1, 1, 2, 2], 4])
  })

  it('The value of a header cannot inject further headers', async () => {
    const mailer = createMailer({ smtp_url, mail_from, data_dir }, log)
    for (const end of ['\r\n', '\n', '\r']) {
      const planted = `${end}Bcc: victim@example.com${end}${end}Another text`
      await mailer.send({ ...mail, subject: `Hello${planted}`, reply_to: `amy@example.com${planted}` })
      const { headers = [], text } = received.at(-1) ?? {}
      expect(headers.map(({ key }) => key)).not.toContain('bcc')
      expect(headers.filter(({ key }) => key === 'reply-to' || key === 'subject')).toHaveLength(2)
      expect(text?.trim()).toBe('The secret-link')
    }
  })

  it('The unsubscribe header cannot inject further headers, and is only in mails of a list', async () => {
    const mailer = createMailer({ smtp_url, mail_from, data_dir }, log)
    const address = `https://loge.example/api/newsletter/unsubscribe?token=${'a'.repeat(43)}`
    for (const planted of [
      '',
      '\r\nBcc: victim@example.com',
      '\nBcc: victim@example.com',
      '\rBcc: victim@example.com',
    ]) {
      await mailer.send({ ...mail, one_click_unsubscribe: address + planted })
      const { headers = [] } = received.at(-1) ?? {}
      const headerOf = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
      expect(headerOf('list-unsubscribe')).toEqual([expect.stringContaining(`<${address}`)])
      expect(headerOf('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
      expect(headerOf('bcc')).toEqual([])
    }
    await mailer.send(mail)
    expect(received.at(-1)?.headers.filter(({ key }) => key.startsWith('list-'))).toEqual([])
  })

  it('A mail has a reply address where one is given', async () => {
    await createMailer({ smtp_url: undefined, mail_from, data_dir: `${data_dir}/reply` }, log).send({
      ...mail,
      reply_to: 'amy@example.com',
    })
    const [name = ''] = await readdir(`${data_dir}/reply/outbox`)
    const { replyTo } = await PostalMime.parse(await readFile(`${data_dir}/reply/outbox/${name}`))
    expect(replyTo).toMatchObject([{ address: 'amy@example.com' }])
  })

  it('Without a mail server, a mail is a file for its owner alone; its path is logged and its text is not', async () => {
    await createMailer({ smtp_url: undefined, mail_from, data_dir }, log).send(mail)
    const [name = ''] = await readdir(path.join(data_dir, 'outbox'))
    const file = path.join(data_dir, 'outbox', name)
    const parsed = await PostalMime.parse(await readFile(file))
    expect(name).toMatch(/\.eml$/)
    expect(parsed.subject).toBe('Réservé\u202f!')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(lines.join('')).toContain(name)
    expect(lines.join('')).not.toContain('secret-link')
  })
})
