import { PROBED_NAMES } from '#contract/paths.ts'

/**
 * True for paths that are answered with 404 instead of the web app (SPA fallback). A monitor that requests `/healthz` must
 * not take a page for "healthy", and a cache must not store a page as a missing script. No page and no username contains a
 * dot, so this covers `/.env`, `/.git/config`, `/wp-login.php` and `/old.js`.
 */
export function isNotAPage(pathname: string): boolean {
  const path = pathname.replaceAll(/%2e/gi, '.')
  const first = path.split('/', 2)[1]?.toLowerCase() ?? ''
  return path.includes('.') || first === 'assets' || PROBED_NAMES.includes(first)
}
