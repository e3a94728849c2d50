/** Which servers of a list of hosts are wanted, as in libpq. */
export const SESSION_TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type SessionTarget = (typeof SESSION_TARGETS)[number]

export interface Hosts {
  hosts: { connectionString: string }[]
  /** The command-line options for the server that the URL contains. */
  options: string
  target: SessionTarget
}

const ADDRESS = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?]*)(.*)$/s
const TARGET = 'target_session_attrs'

/** The address of a URL with one host, or one address for each of several: `postgres://user@one:5432,two:5433/loge`. */
export function splitHosts(url: string): string[] {
  const [, scheme = '', login = '', hosts = '', rest = ''] = url.match(ADDRESS) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${scheme}${login}${host}${rest}`)
}

/** The value of `target_session_attrs`; undefined if it is not one of those that libpq knows. */
export function sessionTarget(url: string): SessionTarget | undefined {
  const [first = url] = splitHosts(url)
  const value = URL.canParse(first) ? new URL(first).searchParams.get(TARGET) : null
  return value === null ? 'any' : SESSION_TARGETS.find((target) => target === value)
}

/** `sslmode` means what it means for libpq: only verify-ca and verify-full check the certificate. */
export function readHosts(url: string): Hosts {
  const addresses = splitHosts(url).map((address) => new URL(address))
  const options = addresses[0]?.searchParams.get('options') ?? ''
  const hosts = addresses.map((one) => {
    for (const name of [TARGET, 'options']) one.searchParams.delete(name)
    if (one.searchParams.has('sslmode')) one.searchParams.set('uselibpqcompat', 'true')
    return { connectionString: one.href }
  })
  return { hosts, options, target: sessionTarget(url) ?? 'any' }
}

/** What a server says about itself. */
export interface ServerState {
  in_recovery: boolean
  read_only: boolean
}

export function isWanted(target: SessionTarget, { in_recovery, read_only }: ServerState): boolean {
  switch (target) {
    case 'read-write':
      return !read_only
    case 'read-only':
      return read_only
    case 'primary':
      return !in_recovery
    case 'standby':
    case 'prefer-standby':
      return in_recovery
    case 'any':
      return true
  }
}
