import { useLocation } from 'react-router'

/** The post that lies over the page is named in its address, so that the page keeps its place. */
export const POST_PARAMETER = 'post'

/** Kept with an entry of the history that a press on the page made: one step back leads to the page again. */
export interface OpenedHere {
  post_opened_here?: true
}

const OPENED_HERE: OpenedHere = { post_opened_here: true }

/** The query of this page with a post over it; whatever else it says stays. */
export function postSearch(search: string, id: string): string {
  const query = new URLSearchParams(search)
  query.set(POST_PARAMETER, id)
  return `?${query}`
}

/** Where a press on a post leads: `<Link {...postLink(post.id)}>`. */
export function usePostLink(): (id: string) => { to: { search: string }; state: OpenedHere } {
  const { search } = useLocation()
  return (id) => ({ to: { search: postSearch(search, id) }, state: OPENED_HERE })
}
