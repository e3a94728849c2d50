/** English: the shape every language has. Sections are named after where the words stand. */
export const en = {
  ui: {
    close: 'Close',
    loading: 'Loading',
    show_password: 'Show password',
    hide_password: 'Hide password',
    read_more: 'Read more',
    read_less: 'Read less',
    notifications: 'Notifications',
    dismiss: 'Dismiss',
    private_content: 'Private Content',
    private_content_who: 'This content is only available to subscribers',
    private_content_how: 'You need to subscribe to see this content.',
    subscribe_now: 'Subscribe Now',
    story_ring_new: '{{name}}, new story',
    story_ring_seen: '{{name}}, story seen',
  },
}
