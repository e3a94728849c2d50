import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IPv4 networks that do not belong to somebody on the internet (RFC 6890 and its successors). */
const RESERVED_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, where clouds serve credentials.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 3],
] as const
/** Within 2000::/3. What is outside of it is no public address: loopback, private, link-local, multicast, IPv4-mapped, NAT64. */
const RESERVED_IPV6 = [
  // Teredo, which contains an IPv4 address, and other protocols.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which contains an IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const

const reserved = new BlockList()
for (const [network, prefix] of RESERVED_IPV4) reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of RESERVED_IPV6) reserved.addSubnet(network, prefix, 'ipv6')
const global_ipv6 = new BlockList()
global_ipv6.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && global_ipv6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

export class PrivateAddressError extends Error {
  constructor(name: string) {
    super(`${name} has an address that is not public`)
  }
}

/** All addresses of a name. */
export type Resolve = (
  name: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Resolves a name for one connection, and fails if any of its addresses is not public. The connection uses the very addresses
 * that were judged here, so that a name cannot be public when it is judged and private when it is used (DNS rebinding).
 */
export function publicLookup(resolve: Resolve = resolveName): LookupFunction {
  return (name, { all = false }, done) =>
    resolve(name, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) return done(error, '')
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new PrivateAddressError(name), '')
      return all ? done(null, addresses) : done(null, first.address, first.family)
    })
}
