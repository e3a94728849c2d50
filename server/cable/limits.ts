/** How much of everything one client gets. Tests and measurements set their own. */
export interface CableLimits {
  /** The largest message that is read. */
  frame_bytes: number
  /** A message may come in so many frames. The web socket library counts bytes, and an object for each fragment is larger. */
  fragments_per_message: number
  /** A frame may come in so many pieces of the network stream, for the same reason. */
  chunks_per_frame: number
  /** From the upgrade to the welcome. A socket that is not authenticated by then is ended. */
  admit_within_ms: number
  /** A client that has not answered the close frame by then is cut off. */
  goodbye_ms: number
  /** Commands that wait, for `welcome` or for the answer to the one before. */
  queued_commands: number
  /** So many commands at once, and so many a second from then on. */
  commands_at_once: number
  commands_per_second: number
  subscriptions_per_socket: number
  sockets_per_user: number
  /** What waits to be sent to a client that does not read. */
  outgoing_bytes: number
  /** Somebody is said to be typing at most this often. */
  typing_every_ms: number
  ping_every_ms: number
  /** How often all open sessions are looked up, for those that ended without a notice. */
  sweep_every_ms: number
  /** The longest that telling everybody of a restart may take. */
  farewell_ms: number
}

export const CABLE_LIMITS: CableLimits = {
  frame_bytes: 8 * 1024,
  fragments_per_message: 16,
  chunks_per_frame: 64,
  admit_within_ms: 5000,
  goodbye_ms: 1000,
  queued_commands: 64,
  commands_at_once: 100,
  commands_per_second: 20,
  subscriptions_per_socket: 50,
  sockets_per_user: 30,
  outgoing_bytes: 256 * 1024,
  typing_every_ms: 1000,
  ping_every_ms: 3000,
  sweep_every_ms: 1000,
  farewell_ms: 2000,
}
