/** The lists of conversations, the button that writes to a creator and its dialog. */
export const conversations = {
  title: 'Your Messages',
  received_title: 'Fan Messages',
  message: 'Message',
  subscribe_to_send: 'You need to subscribe to send messages',
  empty: 'No conversations yet',
  empty_text: 'Subscribe to a creator to write the first line.',
  received_empty_text: 'What your fans write to you comes here.',
}
