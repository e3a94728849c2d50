import { PROBED_NAMES } from '#contract/paths.ts'

/**
 * Paths that never lead into the web app, so that they are answered with 404 and not with the app. A monitor that asks
 * for `/healthz` must not learn that all is well because a page was sent, and a missing script must not be kept as one.
 * No page has a dot in its path, and no username: `/.env`, `/.git/config`, `/wp-login.php` and `/old.js` are nothing.
 */
export function isNeverPage(pathname: string): boolean {
  const path = pathname.replaceAll(/%2e/gi, '.')
  const first = path.split('/', 2)[1]?.toLowerCase() ?? ''
  return path.includes('.') || first === 'assets' || PROBED_NAMES.includes(first)
}
