import type { Socket } from 'node:net'

/** Aborts when whoever sent a request hangs up, until `stop`: a connection outlives its requests. */
export function watchHangUp(socket: Socket): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const onClose = () => controller.abort()
  if (socket.destroyed) onClose()
  socket.once('close', onClose)
  return { signal: controller.signal, stop: () => socket.off('close', onClose) }
}
