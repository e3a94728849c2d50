import { describe, expect, it } from 'vitest'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { type EndpointName, endpointEntries } from '#contract/index.ts'
import { CABLE_PATH } from '#contract/live.ts'
import { world } from '#tests/support/world.ts'

const routes: { method: string; url: string; endpoint: Endpoint | undefined; limit: unknown }[] = []
const { app, ctx, visitor, member, creator, staff } = await world(
  {},
  {
    on_route: ({ methods, url, endpoint, limit }) => {
      for (const method of methods) routes.push({ method, url, endpoint, limit })
    },
  },
)

function example({ path }: Endpoint): string {
  return path.replaceAll(/\{(\w+)\}/g, '019ba4d2-0000-7000-8000-000000000000')
}

describe('The contract', () => {
  it('The contract contains no call twice', () => {
    const calls = endpointEntries().map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('Every endpoint of the contract is served exactly once', () => {
    for (const [name, endpoint] of endpointEntries()) {
      const times = routes.filter((route) => route.endpoint === endpoint && route.method === endpoint.method).length
      expect(times, name).toBe(1)
    }
  })

  it('Every route is an endpoint of the contract, except the live socket', () => {
    const unknown = routes.filter(
      ({ method, endpoint }) => endpoint === undefined && method !== 'HEAD' && method !== 'OPTIONS',
    )
    expect(unknown.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET ${CABLE_PATH}`, `GET /api${CABLE_PATH}`])
    expect(routes.length).toBeGreaterThan(endpointEntries().length)
  })

  // Spec 7.50
  it('openapi.json describes every call of the contract', async () => {
    const { status, body } = await visitor.ask('GET', '/openapi.json')
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.1.0')
    const described = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(
      endpointEntries()
        .map(([, { method, path }]) => `${method} ${path}`)
        .sort(),
    )
  })

  it('openapi.json describes the real responses of pictures and videos', async () => {
    const { body } = await visitor.ask('GET', '/openapi.json')
    const { responses } = body.paths['/media/{name}'].get
    expect(Object.keys(responses)).toEqual(['200', '206', '302', '304', '404', '416', '422', '429'])
    for (const status of [200, 206]) expect(Object.keys(responses[status].content)).toEqual(['image/webp', 'video/mp4'])
  })

  it('openapi.json says that revenues come as JSON or as CSV', async () => {
    const { body } = await visitor.ask('GET', '/openapi.json')
    const { content } = body.paths['/revenues'].get.responses[200]
    expect(content['text/csv'].schema).toEqual({ type: 'string' })
    expect(content['application/json'].schema.required).toContain('active_subscribers')
  })

  it('The API documentation is a page without scripts', async () => {
    const page = await app.inject({ url: '/api/docs' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).not.toContain('<script')
    for (const [, { path }] of endpointEntries()) expect(page.body).toContain(path)
  })
})

/** Every call without a rate limit, by the reason why it needs none. */
const WITHOUT_A_LIMIT: Record<string, EndpointName[]> = {
  'It reads one page or one row, by an index.': [
    'can_message',
    'count_cases',
    'count_posts',
    'get_balance',
    'get_broadcast',
    'get_case',
    'get_content_notice',
    'get_conversation',
    'get_fan_card',
    'get_landing',
    'get_order',
    'get_payout_batch',
    'get_payout_desk',
    'get_notification_settings',
    'get_numbers',
    'get_picture_mark',
    'get_post',
    'get_profile',
    'get_revenues',
    'get_second_factors',
    'get_user',
    'get_verification',
    'get_waiting_list',
    'list_audit',
    'list_blocks',
    'list_broadcasts',
    'list_cases',
    'list_contact_messages',
    'list_drafts',
    'list_exports',
    'list_factor_recoveries',
    'list_fan_labels',
    'list_monthly_statements',
    'list_mutes',
    'list_my_stories',
    'list_newsletter',
    'list_notices',
    'list_own_reports',
    'list_payout_batches',
    'list_payouts',
    'list_posts',
    'list_receipts',
    'list_reports',
    'list_roles',
    'list_saved_replies',
    'list_sessions',
    'list_staff_orders',
    'list_staff_payouts',
    'list_stories',
    'list_subscriptions',
    'list_unapplied_payments',
    'list_users',
    'list_verifications',
    'preview_statement',
  ],
  'It delivers bytes as fast as the reader takes them.': ['get_export_file', 'get_media'],
  'It only signs a link to what the caller has.': ['open_export'],
  'It changes or removes rows of the caller, each of which was counted when it was made.': [
    'delete_draft',
    'delete_draft_picture',
    'cancel_broadcast',
    'delete_post',
    'delete_push_subscription',
    'delete_story',
    'end_other_sessions',
    'end_session',
    'pin_post',
    'publish_draft',
    'read_notices',
    'release_case',
    'sign_out',
    'unpin_post',
    'update_draft',
    'update_post',
  ],
  'It writes one row for each story, however often it is called.': ['see_story'],
  'Only staff can call it, and it is in the audit log.': [
    'approve_creator',
    'close_user',
    'create_payout_batch',
    'decide_case',
    'decide_factor_recovery',
    'decide_appeal',
    'decide_verification',
    'dismiss_reports',
    'freeze_user',
    'get_evidence',
    'get_payout_file',
    'get_verification_file',
    'erase_contact_message',
    'erase_newsletter_address',
    'grant_subscription',
    'mark_payout_batch',
    'open_verification',
    'refund_order',
    'decline_withdrawal',
    'remove_post',
    'revoke_subscription',
    'set_legal_hold',
    'set_payout_outcome',
    'set_role',
    'take_case',
    'unfreeze_user',
  ],
  'Only admins can call it, and it marks one row, however often it is called.': ['update_contact_message'],
  'The provider catches up after an outage from few addresses, and what is not signed by it costs one HMAC and no row.':
    ['take_event'],
  'The one-click requests of many people come from the few servers of their mail provider.': [
    'leave_newsletter',
    'leave_notice_mails',
    'open_leave_newsletter',
    'open_leave_notice_mails',
  ],
  'It is answered from memory, or from one probe that all concurrent requests share.': [
    'get_docs',
    'get_liveness',
    'get_metrics',
    'get_openapi',
    'get_push_key',
    'get_readiness',
    'get_transparency',
  ],
}

describe('Rate limits', () => {
  it('Every call has a rate limit, or a reason in this test for having none', () => {
    const limited = new Set(routes.filter(({ limit }) => limit !== undefined).map(({ endpoint }) => endpoint))
    const unlimited = endpointEntries().flatMap(([name, endpoint]) => (limited.has(endpoint) ? [] : [name]))
    expect(unlimited.sort()).toEqual(Object.values(WITHOUT_A_LIMIT).flat().sort())
  })
})

const LEVELS: Record<Exclude<Access, 'public'>, string[]> = {
  member: ['member', 'creator', 'moderator', 'admin', 'blocked fan', 'blocking creator'],
  creator: ['creator', 'blocking creator'],
  staff: ['moderator', 'admin'],
  admin: ['admin'],
}

describe('Who may call', async () => {
  const people = {
    member: await member('may-member'),
    creator: await creator('may-creator'),
    moderator: await staff('may-moderator', 'moderator'),
    admin: await staff('may-admin', 'admin'),
    // A block takes nothing from their roles.
    'blocked fan': await member('may-blocked'),
    'blocking creator': await creator('may-blocking'),
  }
  const { username } = (await people['blocked fan'].ask('GET', '/user')).body
  await people['blocking creator'].ask('POST', '/blocks', { username })
  const frozen = { member: await member('frozen-member'), creator: await creator('frozen-creator') }
  for (const { id } of Object.values(frozen)) {
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${id}`
  }

  it('No call returns a new token, except a sign-in', async () => {
    for (const [name, endpoint] of endpointEntries()) {
      if (name === 'sign_out') continue
      const { headers } = await people.admin.ask(endpoint.method, example(endpoint))
      expect(headers.authorization, name).toBeUndefined()
    }
  })

  for (const [name, endpoint] of endpointEntries()) {
    // The numbers of the metrics change with every request, and every challenge is new.
    if (name !== 'get_metrics' && name !== 'start_passkey_sign_in') {
      it.each(Object.entries(frozen))(`${name}: a frozen %s gets what a made-up token gets`, async (_, person) => {
        const headers = { authorization: 'made-up' }
        const made_up = await visitor.ask(endpoint.method, example(endpoint), undefined, { headers })
        const { status, text } = await person.ask(endpoint.method, example(endpoint))
        expect([status, text]).toEqual([made_up.status, made_up.text])
      })
    }
    if (endpoint.access === 'public') {
      it(`${name}: a visitor needs no token`, async () => {
        const { status } = await visitor.ask(endpoint.method, example(endpoint))
        expect([401, 403]).not.toContain(status)
      })
      continue
    }
    const allowed = LEVELS[endpoint.access]
    // Spec 1.16
    it(`${name}: a visitor without a token is refused`, async () => {
      const { status, body } = await visitor.ask(endpoint.method, example(endpoint))
      expect(status).toBe(401)
      expect(body.code).toBe('unauthenticated')
    })
    it(`${name}: a made-up token is refused`, async () => {
      const { status } = await visitor.ask(endpoint.method, example(endpoint), undefined, {
        headers: { authorization: 'made-up' },
      })
      expect(status).toBe(401)
    })
    for (const [role, person] of Object.entries(people)) {
      if (allowed.includes(role) || name === 'sign_out') continue
      // Spec 1.38
      it(`${name}: a ${role} is refused`, async () => {
        const { status, body } = await person.ask(endpoint.method, example(endpoint))
        expect(status).toBe(403)
        expect(body.code).toBe('forbidden')
      })
    }
  }
})
