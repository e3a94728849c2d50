import { endpoint } from './endpoint.ts'
import { LinkToken, Nothing } from './schemas.ts'

/** What the links in our letters do. Apart from the sign-up, so that the landing page does not carry it. */
export const letters = {
  confirm_newsletter: endpoint({
    method: 'POST',
    path: '/newsletter/confirm',
    access: 'public',
    summary: 'Confirm an address with the token of the link that was sent there',
    body: LinkToken,
    response: Nothing,
  }),
  leave_newsletter: endpoint({
    method: 'POST',
    path: '/newsletter/unsubscribe',
    access: 'public',
    summary:
      'Take an address off the list, with the token of any mail that went there; mail programs do it with one click',
    query: LinkToken,
    ignores_body: true,
    response: Nothing,
  }),
  open_leave_newsletter: endpoint({
    method: 'GET',
    path: '/newsletter/unsubscribe',
    access: 'public',
    summary:
      'The same address, opened by a mail program that knows no one-click: leads to the page, and changes nothing',
    query: LinkToken,
    also: { 302: 'To the page with the button' },
    response: Nothing,
  }),
}
