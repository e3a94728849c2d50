/** The search and the filters above the conversations that a creator received. */
export const conversations = {
  desk: {
    search: 'Search your fans',
    placeholder: 'A name, a word, a label',
    clear: 'Clear the search',
    filters: 'Which conversations',
    all: 'All',
    unread: 'Unread',
    unanswered: 'Unanswered',
    subscribers: 'Subscribers',
    filter_ended: 'Ended',
    nothing_found: 'Nobody here by that name or word',
    nothing_found_text: 'Names, labels and the words of your messages were searched.',
    nothing_left: 'Nothing in this row',
    nothing_left_text: 'Under “All” you find every conversation.',
  },
}
