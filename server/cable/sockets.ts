import type { Peer } from './peer.ts'

/** The open sockets by user. */
export class Sockets {
  readonly #by_user = new Map<string, Set<Peer>>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add(peer: Peer): void {
    const own = this.#by_user.get(peer.user_id) ?? new Set()
    this.#by_user.set(peer.user_id, own)
    own.add(peer)
    this.#count += 1
  }

  /** Returns false if the socket was removed before, or never added. */
  remove(peer: Peer): boolean {
    const own = this.#by_user.get(peer.user_id)
    if (!own?.delete(peer)) return false
    this.#count -= 1
    if (own.size === 0) this.#by_user.delete(peer.user_id)
    return true
  }

  of(user_id: string): ReadonlySet<Peer> {
    return this.#by_user.get(user_id) ?? new Set()
  }

  *all(): Generator<Peer> {
    for (const own of this.#by_user.values()) yield* own
  }

  sessions(): Set<string> {
    const ids = new Set<string>()
    for (const peer of this.all()) ids.add(peer.session_id)
    return ids
  }
}
