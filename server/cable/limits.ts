/** Resource limits per client of the live socket. Tests and benchmarks set their own. */
export interface CableLimits {
  /** The largest message that is accepted. */
  frame_bytes: number
  /** Fragments of one message. The WebSocket library limits bytes only, and its object for each fragment is larger. */
  fragments_per_message: number
  /** Network chunks of one frame, limited for the same reason. */
  chunks_per_frame: number
  /** The time from the upgrade to the welcome. A socket that is not authenticated by then is closed. */
  handshake_timeout_ms: number
  /** How long a client may take to answer the close frame before its connection is destroyed. */
  close_timeout_ms: number
  /** Commands that may wait for `welcome`, or for the answer to the command before. */
  queued_commands: number
  /** A token bucket: its size, and its refill rate. */
  commands_at_once: number
  commands_per_second: number
  subscriptions_per_socket: number
  sockets_per_user: number
  /** Bytes that may wait to be sent to a client that reads slowly. */
  outgoing_bytes: number
  /** Throttles typing events. */
  typing_every_ms: number
  ping_every_ms: number
  /** How often open sessions are looked up, to find those that ended without a live event. */
  sweep_every_ms: number
  /** How many of them at a time, apart from new ones and those that are due. Others follow in turn. */
  sweep_sessions: number
  /** How often this process writes its heartbeat into the database, and looks at those of the others. */
  heartbeat_every_ms: number
  /** Over how much time the disconnects before a restart are spread. */
  restart_spread_ms: number
  /** How many clients a second are asked to reconnect because they may have missed something. */
  reconnects_per_second: number
}

export const CABLE_LIMITS: CableLimits = {
  frame_bytes: 8 * 1024,
  fragments_per_message: 16,
  chunks_per_frame: 64,
  handshake_timeout_ms: 5000,
  close_timeout_ms: 1000,
  queued_commands: 64,
  commands_at_once: 100,
  commands_per_second: 20,
  subscriptions_per_socket: 50,
  sockets_per_user: 30,
  outgoing_bytes: 256 * 1024,
  typing_every_ms: 1000,
  ping_every_ms: 3000,
  sweep_every_ms: 1000,
  sweep_sessions: 1000,
  heartbeat_every_ms: 1500,
  restart_spread_ms: 2000,
  reconnects_per_second: 1000,
}
