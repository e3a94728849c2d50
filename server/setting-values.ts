import { isIP } from 'node:net'
import { EMAIL_PATTERN } from '#contract/accounts.ts'
import { SESSION_TARGETS, sessionTarget, splitHosts } from './database-hosts.ts'

export type TrustedProxies = false | number | string[]

/** Reads the values of settings by their kind, and collects a problem for each one that cannot be used. */
export class SettingValues<Name extends string> {
  readonly problems: string[] = []
  /** The value as it is written, or the default. */
  readonly text: (name: Name) => string

  constructor(text: (name: Name) => string) {
    this.text = text
  }

  optional(name: Name): string | undefined {
    return this.text(name) || undefined
  }

  complain(name: Name, expected: string): void {
    this.problems.push(`${name} must be ${expected}; it is "${this.text(name)}".`)
  }

  oneOf<const T extends string>(name: Name, values: readonly T[]): T {
    const value = values.find((candidate) => candidate === this.text(name))
    if (value === undefined) this.complain(name, values.join(' or '))
    return value ?? (values[0] as T)
  }

  list(name: Name, separator: string): string[] {
    const values = this.text(name).split(separator)
    return values.map((value) => value.trim()).filter((value) => value !== '')
  }

  wholeNumber(name: Name, max: number): number {
    const value = Number(this.text(name))
    if (!Number.isInteger(value) || value < 0 || value > max) this.complain(name, `a whole number from 0 to ${max}`)
    return value
  }

  url(name: Name, protocols: string[]): string | undefined {
    const value = this.optional(name)
    if (value === undefined) return undefined
    const isRight = (address: string) => URL.canParse(address) && protocols.includes(new URL(address).protocol)
    if (!splitHosts(value).every(isRight)) {
      // The value may contain a password, so it is not printed.
      this.problems.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    }
    return value
  }

  databaseUrl(name: Name): string | undefined {
    const value = this.url(name, ['postgres:', 'postgresql:'])
    if (value !== undefined && sessionTarget(value) === undefined)
      this.problems.push(`target_session_attrs in ${name} must be ${SESSION_TARGETS.join(' or ')}.`)
    return value
  }

  origin(name: Name, value: string, expected: string): string {
    if (!/^https?:/.test(value) || !URL.canParse(value) || new URL(value).origin !== value.replace(/\/$/, '')) {
      this.complain(name, expected)
      return value
    }
    return new URL(value).origin
  }

  mailAddress(name: Name): string | undefined {
    const value = this.optional(name)
    const address = bareAddress(value)
    if (address !== undefined && !isMailAddress(address)) this.complain(name, 'an e-mail address')
    return value
  }

  /** An address to write to, or a page. */
  contact(name: Name): string | undefined {
    const value = this.optional(name)
    if (value === undefined) return undefined
    if (/^https:/i.test(value) && URL.canParse(value)) return new URL(value).href
    const address = bareAddress(value) ?? ''
    if (!isMailAddress(address)) this.complain(name, 'an e-mail address or https://…')
    return address
  }

  proxies(name: Name): TrustedProxies {
    const value = this.optional(name)
    if (value === undefined || value === 'false') return false
    if (value === 'true') {
      this.problems.push(
        `${name} must not be true, because every client could then forge its own address: set it to the number of reverse proxies, for example 1, or to their addresses.`,
      )
      return false
    }
    if (/^\d+$/.test(value)) return Number(value)
    const list = value.split(',').map((entry) => entry.trim())
    if (!list.every(isNetwork))
      this.complain(name, 'false, the number of reverse proxies, or their addresses separated by commas')
    return list
  }
}

/** Extracts `amy@example.com` from `Amy <amy@example.com>`. */
export function bareAddress(value: string | undefined): string | undefined {
  return value?.match(/<([^<>]*)>\s*$/)?.[1] ?? value
}

function isMailAddress(address: string): boolean {
  return new RegExp(EMAIL_PATTERN, 'u').test(address)
}

/** True for an IP address, a network such as 10.0.0.0/8, or a named range of the web framework. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && bits > 0 && (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits))
}
