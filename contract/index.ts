import { accounts } from './accounts.ts'
import { blocks } from './blocks.ts'
import { broadcasts } from './broadcasts.ts'
import { cases } from './cases.ts'
import { contact } from './contact.ts'
import { content_notices } from './content-notices.ts'
import { conversations } from './conversations.ts'
import { creators } from './creators.ts'
import { decisions } from './decisions.ts'
import { deletion } from './deletion.ts'
import { drafts } from './drafts.ts'
import type { Endpoint } from './endpoint.ts'
import { exports } from './exports.ts'
import { fan_cards } from './fan-cards.ts'
import { insights } from './insights.ts'
import { invitations } from './invitations.ts'
import { landing } from './landing.ts'
import { live } from './live.ts'
import { marks } from './marks.ts'
import { money } from './money.ts'
import { monthly_statements } from './monthly-statements.ts'
import { newsletter } from './newsletter.ts'
import { notices } from './notices.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { posts } from './posts.ts'
import { profiles } from './profiles.ts'
import { push } from './push.ts'
import { receipts } from './receipts.ts'
import { reports } from './reports.ts'
import { second_factors } from './second-factors.ts'
import { sessions } from './sessions.ts'
import { staff } from './staff.ts'
import { stories } from './stories.ts'
import { subscribers } from './subscribers.ts'
import { subscriptions } from './subscriptions.ts'
import { system } from './system.ts'
import { verifications } from './verifications.ts'
import { waiting_lists } from './waiting-lists.ts'

/** All calls of the API by name. Each noun has a file with its calls and schemas. */
export const endpoints = {
  ...accounts,
  ...sessions,
  ...second_factors,
  ...exports,
  ...deletion,
  ...creators,
  ...profiles,
  ...posts,
  ...drafts,
  ...stories,
  ...reports,
  ...cases,
  ...decisions,
  ...blocks,
  ...subscriptions,
  ...insights,
  ...money,
  ...payments,
  ...receipts,
  ...payouts,
  ...monthly_statements,
  ...marks,
  ...verifications,
  ...conversations,
  ...fan_cards,
  ...live,
  ...landing,
  ...newsletter,
  ...contact,
  ...content_notices,
  ...staff,
  ...notices,
  ...push,
  ...invitations,
  ...waiting_lists,
  ...broadcasts,
  ...subscribers,
  ...system,
}

export type EndpointName = keyof typeof endpoints

export function endpointEntries(): [EndpointName, Endpoint][] {
  return Object.entries(endpoints) as [EndpointName, Endpoint][]
}
