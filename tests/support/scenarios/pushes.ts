import type { Browser } from '#tests/support/push/browser.ts'
import { insertDueNotice } from '#tests/support/push/due-notices.ts'
import type { PushService } from '#tests/support/push/push-service.ts'
import type { Person, World } from '#tests/support/world.ts'

/** People with browsers that get their pushes, and what waits for them. */
export function pushSteps({ ctx, member }: World, service: PushService) {
  const { db } = ctx

  /** Somebody with a browser that gets their pushes. */
  async function reader(name: string): Promise<{ person: Person; browser: Browser }> {
    const [person, browser] = [await member(name), service.browser()]
    await adds(person, browser)
    return { person, browser }
  }

  async function adds(person: Person, { subscription }: Pick<Browser, 'subscription'>): Promise<void> {
    const { status } = await person.ask('POST', '/push_subscriptions', subscription)
    if (status !== 201) throw new Error(`Registering a device was answered with ${status}`)
  }

  /** A notice that is due for a push; by default one without a name and a conversation. */
  async function notify(person: Person, more: Partial<Parameters<typeof insertDueNotice>[2]> = {}): Promise<string> {
    return await insertDueNotice(db, person, { kind: 'ticket_ends', created_at: ctx.now(), ...more })
  }

  async function waiting(): Promise<number> {
    const [row] = await db<{ count: number }[]>`select count(*) as count from push_deliveries`
    return row?.count ?? 0
  }

  const heard = (browser: Browser) => service.readBy(browser).length
  return { reader, adds, notify, waiting, heard }
}
