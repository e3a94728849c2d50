import { blocks } from './blocks/menu.ts'
import { conversations } from './conversations.ts'
import { posts } from './posts.ts'
import { profiles } from './profiles/page.ts'
import { publishing } from './publishing.ts'
import { stories } from './stories.ts'

/** Namespace of the menu and of the pages of members that open first. */
export const sections = {
  ui: {
    copy_link: 'Copy link',
    share: 'Share…',
    link_copied: 'Link copied',
    copy_yourself: 'Copy this link:',
  },
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
    create: 'Create',
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
    insights: 'Insights',
    programme: 'Programme',
    revenues: 'Revenues',
    fan_messages: 'Fan Messages',
    subscribers: 'Subscribers',
    logout: 'Logout',
  },
  blocks,
  conversations,
  posts,
  profiles,
  publishing,
  stories,
}
