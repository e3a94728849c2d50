import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { codeOf } from '#server/error-codes.ts'

/** Returns a signal that aborts when the client disconnects. `stop` must be called, because a connection outlives its requests. */
export function watchDisconnect(socket: Socket): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const onClose = () => controller.abort()
  if (socket.destroyed) onClose()
  socket.once('close', onClose)
  return { signal: controller.signal, stop: () => socket.off('close', onClose) }
}

const BROKEN_CONNECTION = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/** True if the error was caused by the client's disconnect. The socket is checked too: the database connection fails with the same codes. */
export function isDisconnect(error: unknown, { socket }: Pick<IncomingMessage, 'socket'>): boolean {
  return socket.destroyed && BROKEN_CONNECTION.has(codeOf(error) ?? '')
}
