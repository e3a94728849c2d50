import type { Peer } from './peer.ts'

/** The open sockets by user and by session. */
export class Sockets {
  readonly #by_user = new Map<string, Set<Peer>>()
  readonly #by_session = new Map<string, Set<Peer>>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add(peer: Peer): void {
    put(this.#by_user, peer.user_id, peer)
    put(this.#by_session, peer.session_id, peer)
    this.#count += 1
  }

  /** Returns false if the socket was removed before, or never added. */
  remove(peer: Peer): boolean {
    if (!take(this.#by_user, peer.user_id, peer)) return false
    take(this.#by_session, peer.session_id, peer)
    this.#count -= 1
    return true
  }

  of(user_id: string): ReadonlySet<Peer> {
    return this.#by_user.get(user_id) ?? NONE
  }

  *all(): Generator<Peer> {
    for (const own of this.#by_user.values()) yield* own
  }

  ofSession(session_id: string): ReadonlySet<Peer> {
    return this.#by_session.get(session_id) ?? NONE
  }
}

const NONE: ReadonlySet<Peer> = new Set()

function put(map: Map<string, Set<Peer>>, key: string, peer: Peer): void {
  const peers = map.get(key)
  if (peers) peers.add(peer)
  else map.set(key, new Set([peer]))
}

function take(map: Map<string, Set<Peer>>, key: string, peer: Peer): boolean {
  const peers = map.get(key)
  if (!peers?.delete(peer)) return false
  if (peers.size === 0) map.delete(key)
  return true
}
