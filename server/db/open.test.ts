import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { connect } from './connect.ts'
import { waitForAnswer } from './open.ts'

it('A command that reaches a web server instead of a database says so, and does not wait for ever', async () => {
  const server = createServer((_, reply) => reply.end('Welcome')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const db = connect(`postgres://loge:secret@127.0.0.1:${port}/loge`, { max: 1 })
  await expect(waitForAnswer(db, 200)).rejects.toThrow(
    'The database cannot be used: the server at that address does not answer like PostgreSQL. If DATABASE_URL is set, check it and the PostgreSQL server that it names.',
  )
  await db.end({ timeout: 0 })
  server.close()
})
