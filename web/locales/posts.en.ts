/** The feed, posts, and their dialogs. */
export const home = {
  title: 'Home',
  posts: 'Posts',
  empty: 'We found nothing for the moment..',
  empty_text: 'When creators publish, it shows here.',
  failed: 'The posts could not be loaded',
  more: 'Show more posts',
  more_failed: 'The next posts could not be loaded.',
  end: 'You have seen everything',
}

export const posts = {
  more: 'More',
  edit: 'Edit',
  delete: 'Delete',
  cancel: 'Cancel',
  open: 'Open the post by {{username}}',
  like_one: 'Like, {{count}} like',
  like_other: 'Like, {{count}} likes',
  retry: 'Try again',
  picture_retry: 'Try again to load the picture',
  report: 'Report',
  report_title: 'Report this post',
  report_text: 'Only our team sees your report.',
  report_reason: 'Reason',
  report_inappropriate: 'Inapropriate content',
  report_identity: 'The account is stealing someone identity',
  report_reason_missing: 'Please select the reason of the report',
  report_description: 'Description',
  report_description_optional: '(optional)',
  report_description_placeholder: 'Tell us more',
  report_send: 'Send report',
}
