import { describe, expect, it } from 'vitest'
import { newId } from '#server/store/ids.ts'
import { world } from '#tests/support/world.ts'
import { insertAuditEntry, listAuditEntries } from './audit.ts'

const { ctx, member, creator, staff, passes } = await world({ CREATOR_ENROLLMENT: 'invite' })
const { db } = ctx
const admin = await staff('admin', 'admin')
const bob = await member('bob')
await creator('amy')

describe('The audit', () => {
  it.each([
    ['updated', () => db`update audit_log set reason = 'another'`],
    ['deleted', () => db`delete from audit_log`],
    ['truncated', () => db`truncate audit_log`],
    ['truncated with the tables around it', () => db`truncate users, audit_log cascade`],
  ])('The audit cannot be %s', async (_, tamper) => {
    const entry = { staff_id: admin.id, action: 'creator_approved', user_id: bob.id, created_at: ctx.now() } as const
    await insertAuditEntry(db, { id: newId(ctx.now()), ...entry })
    const before = [...(await db`select * from audit_log order by id`)]
    await expect(tamper()).rejects.toThrow('audit_log is only ever added to')
    expect([...(await db`select * from audit_log order by id`)]).toEqual(before)
  })

  it('The audit refuses an unknown action', async () => {
    const entry = { staff_id: admin.id, action: 'mischief!' as 'role_changed', user_id: bob.id, created_at: ctx.now() }
    await expect(insertAuditEntry(db, { id: newId(ctx.now()), ...entry })).rejects.toThrow('audit_log_action_check')
  })

  it('The audit is listed newest first, with present names and the ids of erased accounts', async () => {
    const gone = newId(ctx.now())
    const post_id = newId(ctx.now())
    passes(1000)
    const first = { staff_id: gone, action: 'post_removed', user_id: gone, post_id, reason: 'Stolen' } as const
    await insertAuditEntry(db, { id: newId(ctx.now()), ...first, created_at: ctx.now() })
    passes(1000)
    const details = { before: null, after: 'moderator' }
    const second = { staff_id: null, action: 'role_changed', user_id: bob.id, details } as const
    await insertAuditEntry(db, { id: newId(ctx.now()), ...second, created_at: ctx.now() })
    await bob.ask('PUT', '/user', { username: 'bobby' })
    expect(await listAuditEntries(db, 2)).toMatchObject([
      {
        who: 'command line',
        action: 'role_changed',
        whom: 'bobby',
        post: null,
        details: '{"after": "moderator", "before": null}',
      },
      { who: gone, action: 'post_removed', whom: gone, post: post_id, reason: 'Stolen', details: '{}' },
    ])
  })
})

describe('Actions without an audit', () => {
  it('No subscription is granted, no creator approved and nobody told when the audit cannot be written', async () => {
    await db`alter table audit_log add constraint is_full check (false) not valid`
    const cem = await member('cem')
    await cem.ask('PUT', '/user', { username: 'cem' })
    const granted = await admin.ask('POST', '/admin/subscriptions', {
      username: 'cem',
      creator: 'amy@example.com',
      days: 5,
    })
    const approved = await admin.ask('POST', `/admin/users/${cem.id}/approve`)
    await db`alter table audit_log drop constraint is_full`
    for (const { status, body } of [granted, approved])
      expect([status, body]).toEqual([500, { error: 'Something went wrong on our side', code: 'internal' }])
    expect([...(await db`select from subscriptions`)]).toEqual([])
    expect([...(await db`select from member_notices`)]).toEqual([])
    expect([...(await db`select creator_approved_at from users where id = ${cem.id}`)]).toEqual([
      { creator_approved_at: null },
    ])
  })
})
