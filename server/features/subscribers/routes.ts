import { endpoints } from '#contract/index.ts'
import type { Subscriber } from '#contract/subscribers.ts'
import type { Context } from '#server/context.ts'
import { toCsvPieces } from '#server/csv.ts'
import type { Feature } from '#server/feature.ts'
import { csvAnswer } from '#server/http/csv-answer.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { cutPage, formatCursor, parseCursor } from '#server/paging.ts'
import {
  countSubscribersFound,
  listAllSubscribers,
  listSubscribers,
  type SubscriberRow,
} from '#server/store/subscriptions/subscriber-list.ts'

export const subscribers: Feature = { routes: subscriberRoutes }

function subscriberRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_subscribers, { limit: 'subscriber_list' })(async ({ viewer, query, answer }) => {
    const now = ctx.now()
    const filter = { creator_id: viewer.id, search: query.search?.trim() ?? '' }
    if (query.format === 'csv') {
      const rows = csvPages(listAllSubscribers(ctx.db, filter, now))
      return csvAnswer(answer, 'loge-subscribers', now, toCsvPieces(CSV_COLUMNS, rows))
    }
    const [rows, total] = await Promise.all([
      listSubscribers(ctx.db, filter, now, parseCursor(query.cursor)),
      countSubscribersFound(ctx.db, filter, now),
    ])
    const { page, last } = cutPage(rows)
    answer.header('x-total-count', String(total))
    linkNextPage(answer, last && formatCursor({ at: last.since, id: last.fan_id }), { search: filter.search })
    return page.map(presentSubscriber)
  })
}

function presentSubscriber({ fan_id, since, until, ...row }: SubscriberRow): Subscriber {
  return { id: fan_id, ...row, since: since.toISOString(), until: until.toISOString() }
}

const CSV_COLUMNS = ['username', 'since', 'until', 'kind', 'renews', 'messages'] as const

type CsvRow = Record<(typeof CSV_COLUMNS)[number], string | boolean | Date>

async function* csvPages(pages: AsyncIterable<SubscriberRow[]>): AsyncGenerator<CsvRow[]> {
  for await (const rows of pages) {
    yield rows.map(({ username, since, until, kind, renews, messages }) => ({
      ...{ username, since, until, kind, renews },
      messages: String(messages),
    }))
  }
}
