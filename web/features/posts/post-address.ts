import { useLocation } from 'react-router'

/** The post that lies over the page is named in its address, so that the page keeps its place. */
export const POST_PARAMETER = 'post'

/** The query of this page with a post over it; whatever else it says stays. */
export function postSearch(search: string, id: string): string {
  const query = new URLSearchParams(search)
  query.set(POST_PARAMETER, id)
  return `?${query}`
}

/** Where a press on a post leads: `<Link to={postLink(post.id)}>`. */
export function usePostLink(): (id: string) => { search: string } {
  const { search } = useLocation()
  return (id) => ({ search: postSearch(search, id) })
}
