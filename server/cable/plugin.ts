import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { type RawData, type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { CABLE_PATH } from '#contract/live.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import { REQUEST_ID_HEADER } from '#server/http/request-id.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { Cable } from './cable.ts'
import type { Handshake } from './handshakes.ts'
import { CABLE_LIMITS, type CableLimits } from './limits.ts'
import type { Peer } from './peer.ts'
import { waitUntil } from './timing.ts'

/** The specification puts it at the root; below the API it is reachable for clients that know only the API host. */
const PATHS = [CABLE_PATH, `/api${CABLE_PATH}`]
const PROTOCOLS = ['actioncable-v1-json', 'actioncable-unsupported']
/** Close code for binary frames. */
const UNSUPPORTED_DATA = 1003

interface Upgrade {
  socket: Socket
  head: Buffer
  handshake: Handshake
  /** Known as soon as the request is routed. */
  request_id?: string
}

/** Only the live socket is upgraded. For other requests the header `Upgrade` is ignored. */
export function isCableUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  // GET only: nothing reads the body of an upgraded request to its end, so the request would hang.
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false
  return PATHS.includes(url.split('?', 1)[0] ?? '')
}

/** Serves the live socket. It is an ordinary route until the upgrade, so that refusals are ordinary error responses. */
export function installCable(
  app: FastifyInstance,
  ctx: Context,
  { registry, limits = {} }: { registry: Registry; limits?: Partial<CableLimits> | undefined },
): void {
  const all = { ...CABLE_LIMITS, ...limits }
  const cable = new Cable(ctx, all)
  const upgrades = new WeakMap<object, Upgrade>()
  const sockets = new WebSocketServer(socketOptions(all))
  let is_closing = false
  sockets.on('headers', (lines, request) => lines.push(`${REQUEST_ID_HEADER}: ${upgrades.get(request)?.request_id}`))
  measure(cable, registry)

  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const handshake = cable.begin(() => socket.destroy())
    upgrades.set(request, { socket, head, handshake })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    // After a refusal nothing reads this socket, so its end would not be noticed: it is closed here.
    response.once('finish', () => {
      handshake.done()
      socket.destroySoon()
    })
    socket.on('error', destroySocket)
    app.routing(request, response)
  })

  async function connect(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) throw notFound()
    if (!isAllowedOrigin(request.headers.origin, request.host, ctx.config)) {
      throw new AppError('forbidden', 'This site may not connect')
    }
    if (is_closing) throw new AppError('unavailable', 'The server is about to end. Please connect again.')
    await limitRate(ctx, 'connect', { ip: request.ip })
    const { token } = request.query as { token?: unknown }
    upgrade.request_id = request.id
    reply.hijack()
    reply.raw.detachSocket(request.raw.socket)
    sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      const peer = cable.open(socket, typeof token === 'string' ? token : undefined, upgrade.handshake)
      serve(cable, socket, peer)
    })
  }

  for (const url of PATHS) app.get(url, { exposeHeadRoute: false }, connect)
  app.addHook('preClose', async () => {
    is_closing = true
    await cable.close()
    await waitUntil(() => sockets.clients.size === 0, all.close_timeout_ms)
    for (const socket of sockets.clients) socket.terminate()
  })
}

/**
 * Checks the Origin header: the same-origin policy does not apply to WebSockets, so any site could open one. Clients without
 * the header are not browsers. `host` is the Host header of the request.
 */
function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  { public_url, allowed_origins }: Pick<Config, 'public_url' | 'allowed_origins'>,
): boolean {
  if (origin === undefined) return true
  if (origin === public_url || allowed_origins.includes(origin)) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase()
}

/** Not a closure: it would keep the upgrade request in memory while the socket is open, and there may be thousands. */
function destroySocket(this: Socket): void {
  this.destroy()
}

/** Limits what a client can make the server hold in memory. The types of `ws` lack `closeTimeout`. */
function socketOptions(limits: CableLimits): ServerOptions & { closeTimeout: number } {
  return {
    noServer: true,
    maxPayload: limits.frame_bytes,
    maxFragments: limits.fragments_per_message,
    maxBufferedChunks: limits.chunks_per_frame,
    closeTimeout: limits.close_timeout_ms,
    perMessageDeflate: false,
    autoPong: false,
    handleProtocols: (offered) => PROTOCOLS.find((protocol) => offered.has(protocol)) ?? false,
  }
}

function serve(cable: Cable, socket: WebSocket, peer: Peer): void {
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (!isBinary) return peer.receive(data.toString())
    cable.closed(peer)
    socket.close(UNSUPPORTED_DATA)
  })
  socket.on('ping', (data: Buffer) => peer.pinged(data))
  socket.on('pong', () => peer.ponged())
  // An invalid frame emits `error`; `close` follows, late if the client does not answer the close frame.
  for (const end of ['error', 'close']) socket.on(end, () => cable.closed(peer))
}

function measure(cable: Cable, registry: Registry): void {
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
  gauge('loge_live_connected', 'Whether news reach the other processes', () => Number(cable.is_connected))
}
