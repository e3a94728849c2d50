/** The page that the links in newsletter e-mails lead to. */
export const newsletter = {
  confirm: {
    title: 'Confirm your address',
    text: 'One press, and your seat is reserved. We will write about the opening, nothing else, and every mail shows the way out.',
    action: 'Confirm my address',
    done_title: 'Your seat is reserved',
    done: 'Your address is confirmed. We will write when the doors open.',
    onwards: 'Back to the house',
    failed: 'Your address could not be confirmed.',
    dead: 'This link has expired, was used already, or is not complete. If you have pressed it before, all is well.',
    way: 'Ask for a new one',
  },
  unsubscribe: {
    title: 'Leave the list',
    text: 'We will not write to you about the opening any more. Your address is deleted; an account on Loge is another thing, and stays.',
    action: 'Unsubscribe',
    done_title: 'You have left the list',
    done: 'Your address is deleted. You will get no more of these mails.',
    onwards: 'Back to the house',
    failed: 'Your address could not be taken off the list.',
    dead: 'This link is not complete, or nobody knows it any more.',
    way: 'Write to us, and we do it for you',
  },
}
