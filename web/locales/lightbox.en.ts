/** The lightbox: a post above the page that it was opened from. */
export const lightbox = {
  title: 'Post by {{username}}',
  loading_title: 'Post',
  previous: 'Previous post',
  next: 'Next post',
  /** For example 2 / 5. */
  counter: '{{position}} / {{count}}',
  spoken_counter: 'Post {{position}} of {{count}}, by {{username}}',
  show_all: 'Show all',
  show_less: 'Show less',
  not_here: 'This post is not here',
  not_here_text: 'It was deleted, or the link is wrong.',
  failed: 'This post could not be loaded',
}
