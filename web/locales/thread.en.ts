/** One conversation: its messages, their reactions, the bar to write in. */
export const thread = {
  not_found: "Conversation not found or you don't have access to it.",
  go_back: 'Go back',
}
