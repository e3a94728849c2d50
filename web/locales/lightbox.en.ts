/** A post over the page it was opened from. */
export const lightbox = {
  previous: 'Previous post',
  next: 'Next post',
}
