import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { CABLE_PATH } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import { limitRate } from '#server/http/limit.ts'
import { Cable } from './cable.ts'
import { CABLE_LIMITS, type CableLimits } from './limits.ts'
import { isWelcomeOrigin } from './origin.ts'
import { waitUntil } from './timing.ts'

/** Below the API and, as the specification says, at the root. */
const PATHS = [CABLE_PATH, `/api${CABLE_PATH}`]
const PROTOCOLS = ['actioncable-v1-json', 'actioncable-unsupported']
/** A frame that is not text. */
const UNSUPPORTED_DATA = 1003
/** How long clients get to answer the goodbye of a process that ends. */
const GOODBYE_MS = 1000

interface Upgrade {
  socket: Socket
  head: Buffer
}

/** Only the live socket is upgraded. Other requests that would like to be are answered as they always are. */
export function isCableUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  // The body of an upgraded request is never read to its end: whoever waits for it waits for good.
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false
  return PATHS.includes(url.split('?', 1)[0] ?? '')
}

/** The live socket: a route like all others until it is upgraded. */
export function installCable(
  app: FastifyInstance,
  ctx: Context,
  { registry, limits = {} }: { registry: Registry; limits?: Partial<CableLimits> | undefined },
): void {
  const all = { ...CABLE_LIMITS, ...limits }
  const cable = new Cable(ctx, all)
  const upgrades = new WeakMap<object, Upgrade>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: all.frame_bytes,
    perMessageDeflate: false,
    autoPong: false,
    handleProtocols: (offered) => PROTOCOLS.find((protocol) => offered.has(protocol)) ?? false,
  })
  let is_closing = false
  measure(cable, ctx, registry)

  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    // A refusal is the last thing that is said: nobody reads this socket any more, so nobody would see its end.
    response.once('finish', () => socket.destroySoon())
    socket.on('error', () => socket.destroy())
    app.routing(request, response)
  })

  async function connect(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) throw notFound()
    if (!isWelcomeOrigin(request.headers.origin, request.host, ctx.config)) {
      throw new AppError('forbidden', 'This site may not connect')
    }
    if (is_closing) throw new AppError('unavailable', 'The server is about to end. Please connect again.')
    await limitRate(ctx, 'connect', { ip: request.ip })
    const { token } = request.query as { token?: unknown }
    reply.hijack()
    reply.raw.detachSocket(request.raw.socket)
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      serve(cable, socket, typeof token === 'string' ? token : undefined)
    })
  }

  for (const url of PATHS) app.get(url, { exposeHeadRoute: false }, connect)
  app.addHook('preClose', async () => {
    is_closing = true
    await cable.close()
    await waitUntil(() => sockets.clients.size === 0, GOODBYE_MS)
    for (const socket of sockets.clients) socket.terminate()
  })
}

function serve(cable: Cable, socket: WebSocket, token: string | undefined): void {
  const peer = cable.open(socket, token)
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (!isBinary) return peer.receive(data.toString())
    cable.closed(peer)
    socket.close(UNSUPPORTED_DATA)
  })
  socket.on('ping', (data: Buffer) => peer.pinged(data))
  socket.on('pong', () => peer.heard())
  // What is wrong with a frame ends its socket, and `close` follows: later, where the client does not answer.
  for (const end of ['error', 'close']) socket.on(end, () => cable.closed(peer))
}

function measure(cable: Cable, ctx: Context, registry: Registry): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  gauge('loge_cable_sockets', 'Open live sockets', () => cable.sockets)
  gauge('loge_cable_subscriptions', 'Subscriptions of all live sockets', () => cable.subscriptions)
  gauge('loge_live_connected', 'Whether news reach the other processes', () => Number(ctx.live.isConnected()))
}
