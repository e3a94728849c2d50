import { describe, expect, it } from 'vitest'
import { openConversation, writeMessage } from '#tests/support/database/conversation-rows.ts'
import {
  cableAddress,
  connectCable,
  conversationChannel,
  openSocket,
  refusal,
} from '#tests/support/network/cable-client.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { world } from '#tests/support/world.ts'

const { ctx, member, creator } = await world()
const amy = await creator('amy')
const bob = await member('bob')

describe('A process that ends', () => {
  it('A process that ends asks every socket to reconnect, and waits for none that does not answer', async () => {
    const { app } = await secondProcess(ctx, { cable_limits: { sockets_per_user: 500 } })
    const url = await cableAddress(app)
    const clients = await Promise.all(Array.from({ length: 120 }, () => connectCable(url, bob.token)))
    const unresponsive = await connectCable(url, amy.token)
    unresponsive.socket.pause()
    // It is refused and does not answer the close frame: only the WebSocket server still knows it.
    const refused = openSocket(url, 'made-up')
    refused.socket.on('open', () => refused.socket.pause())
    await app.close()
    expect(app.server.listening).toBe(false)
    await Promise.all(clients.map((client) => client.ended()))
    for (const { news, close_code } of clients) {
      expect(news.at(-1)).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true })
      expect(close_code).toBe(1001)
    }
  })

  it('A process that ends accepts no new sockets', async () => {
    const { app } = await secondProcess(ctx)
    const url = await cableAddress(app)
    const unresponsive = await connectCable(url, amy.token)
    unresponsive.socket.pause()
    const closing = app.close()
    expect(await refusal(`${url}?token=${bob.token}`)).toBe(503)
    await closing
  })

  it('A process that ends first stores what has been delivered', async () => {
    const { app, ctx: own } = await secondProcess(ctx)
    const conversation_id = await openConversation(ctx.db, { fan: bob, creator: amy })
    const client = await connectCable(await cableAddress(app), amy.token)
    await client.subscribe(conversationChannel(conversation_id))
    await writeMessage(own, { conversation_id, fan: bob, creator: amy, content: 'just in time' })
    await app.close()
    const [row] = await ctx.db`select creator_delivered from conversations where id = ${conversation_id}`
    expect(row?.creator_delivered).toBe(1)
  })
})
