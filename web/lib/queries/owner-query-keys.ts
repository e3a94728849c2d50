/** Query keys of what only the owners of a page load. Apart from the others, because everybody loads those. */
export const ownerQueryKeys = {
  /** Not below `profiles` and `posts`: what owners change there is their own view. */
  page_as_visitor: ['page as visitor'],
  picture_mark: ['picture mark'],
} as const
