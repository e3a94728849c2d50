import type { ConversationSummary } from '#contract/conversations.ts'
import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Answer, Serve } from '#server/http/route.ts'
import { type ConversationPage, canMessage, readConversation, sendMessage, startConversation } from './actions.ts'
import { readInbox } from './inbox.ts'
import { indexMessages } from './index-messages.ts'
import { react } from './reactions.ts'
import { readOwnConversations, searchMessages } from './searches.ts'

export const conversations: Feature = { routes: conversationRoutes, beats: [indexMessages] }

function conversationRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_conversations, {
    limit: {
      counted_in_action: ['inbox_search'],
      because: 'Only a search is counted: the list reads one page by an index.',
    },
  })(async ({ viewer, query, answer, caller, whileConnected }) =>
    answerPage(
      answer,
      await whileConnected((signal) => readOwnConversations(ctx, { viewer, ip: caller.ip, signal }, query)),
      query,
    ),
  )

  serve(endpoints.list_received_conversations, {
    limit: {
      counted_in_action: ['inbox_search'],
      because: 'Only a search is counted: the list reads one page by an index.',
    },
  })(async ({ viewer, query, answer, caller, whileConnected }) =>
    answerPage(
      answer,
      await whileConnected((signal) => readInbox(ctx, { viewer, ip: caller.ip, signal }, query)),
      query,
    ),
  )

  serve(endpoints.get_conversation)(async ({ viewer, params, query, caller }) => {
    // A HEAD request returns no messages, so it marks nothing as read.
    const marks = query.before === undefined && !caller.is_head
    return await readConversation(ctx, viewer, params.id, { before: query.before, marks })
  })

  serve(endpoints.search_messages, {
    limit: { counted_in_action: ['inbox_search'], because: 'All searches of messages share one limit and one queue.' },
  })(async ({ viewer, params, query, answer, caller, whileConnected }) => {
    const { items, cursor } = await whileConnected((signal) =>
      searchMessages(ctx, { viewer, ip: caller.ip, signal }, { id: params.id, ...query }),
    )
    linkNextPage(answer, cursor, { search: query.search })
    return items
  })

  serve(endpoints.can_message)(async ({ viewer, params }) => await canMessage(ctx, viewer, params.creatorId))

  serve(endpoints.create_conversation, { limit: 'message' })(async ({ viewer, body }) => {
    return await startConversation(ctx, viewer, body)
  })

  serve(endpoints.send_message, { limit: 'message' })(async ({ viewer, params, body }) => {
    return await sendMessage(ctx, viewer, params.id, body)
  })

  serve(endpoints.add_reaction, { limit: 'reaction' })(async ({ viewer, params, body }) => {
    const input = { conversation_id: params.id, message_id: params.messageId, emoji: body.emoji }
    return await react(ctx, viewer, 'reaction_added', input)
  })

  serve(endpoints.remove_reaction, { limit: 'reaction' })(async ({ viewer, params }) => {
    const input = { conversation_id: params.id, message_id: params.messageId, emoji: params.emoji }
    return await react(ctx, viewer, 'reaction_removed', input)
  })
}

function answerPage(
  answer: Answer,
  { items, cursor, unread }: ConversationPage,
  { filter, label, search }: { filter?: string; label?: string; search?: string } = {},
): ConversationSummary[] {
  answer.header('x-unread-count', String(unread))
  linkNextPage(answer, cursor, { filter, label, search })
  return items
}
