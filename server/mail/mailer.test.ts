import { once } from 'node:events'
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { createMailer } from './mailer.ts'

const received: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (chunk) => {
      text += chunk
    })
    stream.on('end', () => {
      received.push(text)
      done()
    })
  },
})
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)))

const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-mail-'))
const lines: string[] = []
const log = createLog({ log_level: 'info' }, { write: (line) => void lines.push(line) })
const mail = {
  to: 'amy@example.com',
  subject: 'Réservé\u202f!',
  text: 'The secret-link',
  html: '<p>The secret-link</p>',
}
const mail_from = 'Loge <no-reply@loge.test>'

describe('Mail', () => {
  it('goes out over SMTP when a server is configured', async () => {
    const { port } = smtp.server.address() as AddressInfo
    await createMailer({ smtp_url: `smtp://127.0.0.1:${port}`, mail_from, data_dir }, log).send(mail)
    const parsed = await PostalMime.parse(received[0] ?? '')
    expect(parsed).toMatchObject({
      from: { name: 'Loge', address: 'no-reply@loge.test' },
      to: [{ address: 'amy@example.com' }],
      subject: 'Réservé\u202f!',
      text: expect.stringContaining('The secret-link'),
      html: expect.stringContaining('<p>The secret-link</p>'),
    })
  })

  it('fails, so that it is tried again, when the server is dead', async () => {
    const dead = createMailer({ smtp_url: 'smtp://127.0.0.1:1', mail_from, data_dir }, log)
    await expect(dead.send(mail)).rejects.toThrow('ECONNREFUSED')
  })

  it('is a file for its owner alone otherwise; its path is logged and its text is not', async () => {
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
