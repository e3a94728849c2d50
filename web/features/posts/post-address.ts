import { useLocation } from 'react-router'

/**
 * The lightbox opens over the current page: the query parameter `?post=` names the post, and the page keeps its scroll
 * position.
 */
export const POST_PARAMETER = 'post'

/** The state of a history entry that a link on this page created: going back closes the lightbox. */
export interface OpenedHere {
  post_opened_here?: true
}

const OPENED_HERE: OpenedHere = { post_opened_here: true }

/** Sets the post in a query string and keeps the other parameters. */
export function postSearch(search: string, id: string): string {
  const query = new URLSearchParams(search)
  query.set(POST_PARAMETER, id)
  return `?${query}`
}

/** The props of a link that opens a post: `<Link {...postLink(post.id)}>`. */
export function usePostLink(): (id: string) => { to: { search: string }; state: OpenedHere } {
  const { search } = useLocation()
  return (id) => ({ to: { search: postSearch(search, id) }, state: OPENED_HERE })
}
