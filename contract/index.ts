import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { cable_tickets } from './cable-tickets.ts'
import { conversations } from './conversations.ts'
import { creators } from './creators.ts'
import type { Endpoint } from './endpoint.ts'
import { landing } from './landing.ts'
import { letters } from './letters.ts'
import { notices } from './notices.ts'
import { own_account } from './own-account.ts'
import { posts } from './posts.ts'
import { profiles } from './profiles.ts'
import { stories } from './stories.ts'
import { subscriptions } from './subscriptions.ts'
import { system } from './system.ts'

/** The table of every call of the API, by name. */
export const endpoints = {
  ...accounts,
  ...own_account,
  ...creators,
  ...profiles,
  ...posts,
  ...stories,
  ...subscriptions,
  ...conversations,
  ...cable_tickets,
  ...landing,
  ...letters,
  ...admin,
  ...notices,
  ...system,
}

export type EndpointName = keyof typeof endpoints

export function endpointEntries(): [EndpointName, Endpoint][] {
  return Object.entries(endpoints) as [EndpointName, Endpoint][]
}
