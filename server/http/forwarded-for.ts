import { isIP } from 'node:net'

/** More proxies than anybody has in a row, and more characters than their addresses can have. */
const HOPS_MAX = 20
const LENGTH_MAX = 1000

/**
 * The part of an `X-Forwarded-For` header that can be believed. Each proxy adds an address at the right end, so whatever
 * stands to the left of something that is no address was written by the client, and is dropped together with it.
 */
export function readableForwardedFor(header: string): string {
  const readable: string[] = []
  const entries = header.slice(-LENGTH_MAX).split(',').slice(-HOPS_MAX)
  for (const entry of entries.reverse()) {
    const address = addressIn(entry.trim())
    if (address === undefined) break
    readable.unshift(address)
  }
  return readable.join(', ')
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. A zone names a network card of another machine. */
function addressIn(entry: string): string | undefined {
  const closing = entry.startsWith('[') ? entry.indexOf(']') : -1
  const bare = closing > 0 ? entry.slice(1, closing) : withoutPort(entry)
  const [address = ''] = bare.split('%', 1)
  return isIP(address) === 0 ? undefined : address
}

/** An IPv6 address without brackets has no port, since nobody could tell which colon stands before it. */
function withoutPort(entry: string): string {
  const [address = '', port, ...more] = entry.split(':')
  return port !== undefined && more.length === 0 ? address : entry
}
