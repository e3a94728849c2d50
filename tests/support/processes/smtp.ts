import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

/** Starts a mail server for one test file. It accepts every mail, unless `refuses` returns true. */
export async function startSmtp(refuses: (mail: Email) => boolean = () => false) {
  const received: Email[] = []
  let opened = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      opened += 1
      done()
    },
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', async () => {
        const mail = await PostalMime.parse(text)
        if (refuses(mail)) return done(new Error('come back later'))
        received.push(mail)
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** How many connections there have been. */
    opened: () => opened,
    /** Closes the connections that are open, as a mail server does after a while. */
    hangUp() {
      for (const connection of smtp.connections) connection.close()
    },
  }
}
