import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Line {
  unanswered: number
  waiting: (() => void)[]
}

/**
 * Answers the requests of one connection one after the other. A client may send several without waiting for an answer,
 * and Node would start on all of them: each opens its file and holds its buffers until somebody reads the answers before
 * it, which an attacker never does. Browsers send one at a time. Who sends more than `unanswered_max` ahead is hung up on.
 */
export function oneAtATime(handle: RequestListener, unanswered_max: number): RequestListener {
  const lines = new WeakMap<Socket, Line>()
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const line = lines.get(socket) ?? { unanswered: 0, waiting: [] }
    lines.set(socket, line)
    line.unanswered += 1
    if (line.unanswered > unanswered_max) {
      socket.destroy()
      return
    }
    response.once('close', () => {
      line.unanswered -= 1
      // Nobody is there to read the answers to the rest.
      if (socket.destroyed) line.waiting.length = 0
      line.waiting.shift()?.()
    })
    if (line.unanswered === 1) handle(request, response)
    else line.waiting.push(() => handle(request, response))
  }
}

/**
 * Whether an answer is under way on this connection. Node keeps it in this property, and refuses with an exception to
 * give the connection to somebody else before it is gone.
 */
export function isAnswering(socket: Socket & { _httpMessage?: unknown }): boolean {
  return Boolean(socket._httpMessage)
}
