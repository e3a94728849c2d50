import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { readConfig } from '../server/config.ts'
import { connect } from '../server/db/connect.ts'
import { insertMessage } from '../server/store/conversations/message-writing.ts'

/** The baseline for live chat: a WebSocket relay that stores each message with the same SQL, and does nothing else. */
const config = readConfig()
const db = connect(config.database_url ?? '')
const rooms = new Map<string, Set<WebSocket>>()

const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })
server.on('connection', (socket, request) => {
  const query = new URL(request.url ?? '', 'http://localhost').searchParams
  const room = query.get('room') ?? ''
  const sender_id = query.get('user') ?? ''
  const others = rooms.get(room) ?? new Set()
  rooms.set(room, others.add(socket))
  socket.on('close', () => others.delete(socket))
  socket.on('message', async (data) => {
    const content = data.toString()
    const written = await insertMessage(db, room, { sender_id, content, client_id: undefined, now: new Date() })
    const frame = Buffer.from(JSON.stringify({ message: written?.message }))
    for (const other of others) other.send(frame, { binary: false })
  })
})

http.listen(config.port, config.host, () => {
  const address = http.address()
  if (typeof address === 'object') console.log(`http://${config.host}:${address?.port}`)
})
process.on('SIGTERM', async () => {
  for (const client of server.clients) client.terminate()
  http.close()
  await db.end({ timeout: 1 })
})
