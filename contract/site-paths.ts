import { paths } from './paths.ts'

/** The pages of the app but those of creators, as segments. */
const PAGES = Object.values(paths)
  .filter((path) => path !== paths.profile && path !== paths.creator_alias)
  .map(segmentsOf)

/** Whether a path leads to a page of the app that is not the page of a creator. As in the router, letter case does not matter. */
export function isSitePath(pathname: string): boolean {
  const asked = segmentsOf(pathname.toLowerCase())
  return PAGES.some(
    (page) => page.length === asked.length && page.every((part, at) => part.startsWith(':') || part === asked[at]),
  )
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}
