import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { newTicket, writeTicket } from './tickets.ts'

export const cable: Feature = { routes: cableRoutes }

function cableRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.create_cable_ticket, { limit: 'cable_ticket' })(async ({ viewer }) => {
    const ticket = newTicket(viewer.session_id, ctx.now())
    return { ticket: writeTicket(ctx.secret, ticket), expires_at: ticket.expires_at.toISOString() }
  })
}
