import type { Config } from '#server/config.ts'

/**
 * Browsers say which site opens a socket, and no other origin's rules keep a foreign one out. Who says nothing is no
 * browser. `host` is what the request was sent to.
 */
export function isWelcomeOrigin(
  origin: string | undefined,
  host: string | undefined,
  { public_url, allowed_origins }: Pick<Config, 'public_url' | 'allowed_origins'>,
): boolean {
  if (origin === undefined) return true
  if (origin === public_url || allowed_origins.includes(origin)) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase()
}
