/** What posts, stories and profile pictures share when they are published (`web/publishing`). */
export const publishing = {
  verify: 'To the verification',
  choose: 'Choose',
  replace: 'Replace',
  /** Added to the prompt on devices with a mouse. */
  or_drop: ', or drop it here',
  description: 'Description',
  left_one: '{{count}} character left',
  left_other: '{{count}} characters left',
  over_one: '{{count}} character too many',
  over_other: '{{count}} characters too many',
  protected: 'Subscribers only',
  cancel: 'Cancel',
  submit: 'Publish',
  file_type: 'Please choose a JPEG, PNG or GIF picture.',
  file_too_large: 'This picture is too large: {{limit}} MB at most.',
  gif_too_large: 'This GIF is too large: {{limit}} MB at most.',
  too_many_pixels: 'This picture has too many pixels: {{limit}} million at most.',
  stays: '{{name}} stays chosen.',
  file_beyond_limits: 'This picture cannot be used: it has too many pixels or, as a GIF, too many frames.',
  cancelled: 'Cancelled. Nothing was published.',
}
