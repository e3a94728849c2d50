import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { codeOf } from '#server/error-codes.ts'

/** Aborts when whoever sent a request hangs up, until `stop`: a connection outlives its requests. */
export function watchHangUp(socket: Socket): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const onClose = () => controller.abort()
  if (socket.destroyed) onClose()
  socket.once('close', onClose)
  return { signal: controller.signal, stop: () => socket.off('close', onClose) }
}

const BROKEN_CONNECTION = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Whether this was thrown because the client went away. The connection to the database breaks with the same codes. */
export function isHangUp(error: unknown, { socket }: Pick<IncomingMessage, 'socket'>): boolean {
  return socket.destroyed && BROKEN_CONNECTION.has(codeOf(error) ?? '')
}
