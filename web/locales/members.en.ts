import { conversations } from './conversations.en.ts'
import { lightbox } from './lightbox.en.ts'
import { home, posts } from './posts.en.ts'
import { profile } from './profile.en.ts'
import { publish } from './publish.en.ts'
import { settings } from './settings.en.ts'
import { stories } from './stories.en.ts'
import { thread } from './thread.en.ts'

/** Namespace of the pages and the menu of members. */
export const members = {
  session: {
    ended: 'Your session has ended. Log in to come back to where you were.',
  },
  menu: {
    title: 'Menu',
    admin_panel: 'Admin Panel',
    users: 'Users',
    reports: 'Reports',
    analytics: 'Analytics',
    your_account: 'Your Account',
    settings: 'Settings',
    subscriptions: 'Subscriptions',
    your_messages: 'Your Messages',
    find: 'Find creators',
    notices: 'Notices',
    unread_notices_one: '{{count}} unread notice',
    unread_notices_other: '{{count}} unread notices',
    unread_notices_more: 'More than {{max}} unread notices',
    reports_wait_one: '{{count}} waits',
    reports_wait_other: '{{count}} wait',
    reports_wait_more: 'more than {{max}} wait',
    enroll_title: 'Step on stage',
    enroll_text: 'Enroll to become a creator and open your own box.',
    enroll: 'Become a creator',
    contact_us: 'Contact Us',
    creator: 'Creator',
    profile: 'Profile',
    revenues: 'Revenues',
    fan_messages: 'Fan Messages',
    logout: 'Logout',
  },
  home,
  posts,
  lightbox,
  publish,
  profile,
  settings,
  stories,
  conversations,
  thread,
}
