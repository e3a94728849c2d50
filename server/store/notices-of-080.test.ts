import { describe, expect, it } from 'vitest'
import { notify } from '#server/domain/notify.ts'
import { world } from '#tests/support/world.ts'
import { newId } from './ids.ts'

/** Version 0.8.0 reads and writes notices through the view of their former name while both versions run. */

const { ctx, member } = await world()
const { db } = ctx
const amy = await member('amy')

describe('Notices of version 0.8.0', () => {
  it('The view leaves out kinds that version 0.8.0 does not know, and what is not for the app', async () => {
    const other = await member('other')
    const about = { user_id: amy.id, about_id: other.id, created_at: ctx.now() }
    for (const kind of ['new_post', 'new_message', 'new_subscriber', 'new_sign_in', 'payment_received'] as const)
      await notify(db, [{ id: newId(ctx.now()), kind, ...about }])
    expect(await db`select 1 from notices`).toEqual([])
    await db`
      insert into member_notices (id, user_id, kind, in_app, created_at)
      values (${newId(ctx.now())}, ${amy.id}, 'subscription_granted', false, ${ctx.now()})`
    expect(await db`select 1 from notices`).toEqual([])
    await notify(db, [{ id: newId(ctx.now()), user_id: amy.id, kind: 'report_upheld', created_at: ctx.now() }])
    expect([...(await db`select kind from notices`)]).toEqual([{ kind: 'report_upheld' }])
    await db`delete from member_notices`
  })

  it('What version 0.8.0 inserts, reads, mails and deletes through the view is a notice of this version', async () => {
    const rows = [
      { id: newId(ctx.now()), user_id: amy.id, kind: 'export_ready', details: {}, created_at: ctx.now().toISOString() },
    ]
    await db`
      insert into notices (id, user_id, kind, details, post_id, case_id, decision_id, mailed_at, created_at)
      select id, user_id, kind, details, post_id, case_id, decision_id, mailed_at, created_at
      from jsonb_to_recordset(${db.json(rows)}) as notice (
        id uuid, user_id uuid, kind text, details jsonb, post_id uuid, case_id uuid, decision_id uuid,
        mailed_at timestamptz, created_at timestamptz
      )`
    const { body, headers } = await amy.ask('GET', '/notices')
    expect([body.length, body[0].kind, headers['x-unread-count']]).toEqual([1, 'export_ready', '1'])
    const claimed = await db.begin(
      async (tx) => await tx`select n.id from notices n where n.mailed_at is null for update of n skip locked`,
    )
    expect(claimed).toHaveLength(1)
    await db`update notices set mailed_at = ${ctx.now()}, read_at = ${ctx.now()}`
    expect((await amy.ask('GET', '/notices')).body[0].read).toBe(true)
    await db`delete from notices`
    expect((await amy.ask('GET', '/notices')).body).toEqual([])
  })
})
