import { chromium, type Page } from '@playwright/test'
import { connect } from '../server/db/connect.ts'
import { findBrowser } from '../tests/e2e/support/chromium.ts'
import { keepToken } from '../tests/e2e/support/first-visit.ts'
import { People } from '../tests/e2e/support/people.ts'
import { startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import type { Row } from './row.ts'

const CONVERSATIONS = 5_000
const MESSAGES = 20_000
/** Of the thread, which becomes longer at its beginning, so much is scrolled through. */
const MESSAGES_SCROLLED = 5_000
/** A hard fling: 7,200 px a second. */
const PX_A_FRAME = 120
const LATE_MS = 50
/** Two frames of a screen with 60 Hz. */
const P95_MS_MAX = 34
const TASK_MS_MAX = 200
const GIVE_UP_MS = 300_000

/** How smoothly a browser scrolls through an inbox of 5,000 conversations, and through 5,000 messages of a thread of 20,000. */
export async function inboxScroll(): Promise<Row[]> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url })
  const browser = await chromium.launch(findBrowser().launchOptions)
  try {
    const people = new People(product)
    const creator = await people.creator()
    const thread_id = await fillInbox(database.url, creator.id)
    const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
    await keepToken(page, creator.token)
    await page.goto('/conversations/received')
    await page.locator('.conversation-row').first().waitFor()
    const inbox = await scrollThrough(page, {
      scroller: 'section:has(> * .conversation-row)',
      row: '.conversation-row',
      rows: CONVERSATIONS,
      px: PX_A_FRAME,
    })
    await page.goto(`/conversations/${thread_id}`)
    await page.locator('[data-message]').first().waitFor()
    const thread = await scrollThrough(page, {
      scroller: '[role=log]',
      row: '[data-message]',
      rows: MESSAGES_SCROLLED,
      px: -PX_A_FRAME,
    })
    return [
      ...rowsOf(`inbox of ${CONVERSATIONS.toLocaleString('en')} conversations scrolled to its end`, inbox),
      ...rowsOf(
        `${MESSAGES_SCROLLED.toLocaleString('en')} messages of a thread of ${MESSAGES.toLocaleString('en')} scrolled through`,
        thread,
      ),
    ]
  } finally {
    await browser.close()
    await product.stop()
    await database.drop()
  }
}

interface Way {
  /** The element that scrolls. */
  scroller: string
  row: string
  /** Until so many rows are loaded and the last of them is reached. */
  rows: number
  /** So far in each frame. */
  px: number
}

interface Scrolled {
  /** Of each frame that moved something, or came late. */
  frames_ms: number[]
  /** Those that took longer than 50 ms. */
  tasks_ms: number[]
  seconds: number
  heap_mb: number
  nodes: number
}

/** Scrolls by the same distance in each frame, as the page itself does, so that whatever delays a frame is measured. */
async function scrollThrough(page: Page, way: Way): Promise<Scrolled> {
  const cdp = await page.context().newCDPSession(page)
  const moved = await page.evaluate(
    async ({ scroller, row, rows, px, late_ms, give_up_ms }) => {
      const box = document.querySelector(scroller)
      if (!box) throw new Error(`Nothing is ${scroller}`)
      const frames_ms: number[] = []
      const tasks_ms: number[] = []
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks_ms.push(duration)
      })
      observer.observe({ type: 'longtask' })
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
      const began = await frame()
      let last = began
      const hasAll = () => document.querySelectorAll(row).length >= rows
      const isAtEnd = () => (px < 0 ? box.scrollTop <= 0 : box.scrollTop + box.clientHeight >= box.scrollHeight - 1)
      for (let count = 0; !(isAtEnd() && hasAll()); count += 1) {
        if (px < 0 && count % 30 === 0 && hasAll()) break
        if (last - began > give_up_ms) throw new Error(`Only ${document.querySelectorAll(row).length} rows in time`)
        const before = box.scrollTop
        box.scrollTop += px
        const hasMoved = box.scrollTop !== before
        const now = await frame()
        if (hasMoved || now - last > late_ms) frames_ms.push(now - last)
        last = now
      }
      observer.disconnect()
      return { frames_ms, tasks_ms, seconds: (last - began) / 1000 }
    },
    { ...way, late_ms: LATE_MS, give_up_ms: GIVE_UP_MS },
  )
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('Performance.enable')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN
  return { ...moved, heap_mb: metric('JSHeapUsedSize') / 2 ** 20, nodes: metric('Nodes') }
}

function rowsOf(what: string, { frames_ms, tasks_ms, seconds, heap_mb, nodes }: Scrolled): Row[] {
  const sorted = frames_ms.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  const late = sorted.filter((ms) => ms > LATE_MS).length
  const smooth = (100 * sorted.filter((ms) => ms <= P95_MS_MAX).length) / sorted.length
  return [
    {
      what: `${what}: p95 of the time between two frames, ms`,
      bar: { at_most: P95_MS_MAX },
      ratio: at(0.95),
      figures: `median ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)}; ${smooth.toFixed(1)} % of ${sorted.length} frames within two, ${late} longer than ${LATE_MS} ms; ${seconds.toFixed(0)} s`,
    },
    {
      what: `${what}: longest task, ms`,
      bar: { at_most: TASK_MS_MAX },
      ratio: Math.max(0, ...tasks_ms),
      figures: `${tasks_ms.length} tasks longer than ${LATE_MS} ms; then ${heap_mb.toFixed(0)} MiB of heap and ${nodes.toLocaleString('en')} DOM nodes`,
    },
  ]
}

/** The creator's inbox, all of it read. One fan has written for most of a year, in bursts. Returns the id of that thread. */
async function fillInbox(url: string, creator_id: string): Promise<string> {
  const db = connect(url, { max: 1 })
  await db.unsafe(`
    set session_replication_role = replica;
    create temporary table fan as
      select gen_random_uuid() as id, n, now() - n * interval '3 minutes' as at from generate_series(1, ${CONVERSATIONS}) n;
    insert into users (id, email, email_key, username, password_hash, created_at)
      select id, 'f' || n || '@loge.test', 'f' || n || '@loge.test', 'fan-' || n, 'none', at from fan;
    insert into conversations (id, fan_id, creator_id, created_at, last_position, last_message_at, fan_read, creator_read)
      select gen_random_uuid(), id, '${creator_id}', at, count, at, count, count
      from (select *, case when n = 1 then ${MESSAGES} else 1 end as count from fan) fan;
    -- Ids grow with time, as those of the product.
    insert into messages (id, conversation_id, position, sender_id, content, created_at)
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(position || ' ' || conversation_id), 1, 19))::uuid,
        conversation_id, position, sender_id, repeat('The show begins at eight, come a little earlier. ', 1 + position % 4), at
      from (
        select c.id as conversation_id, position, case when position / 2 % 2 = 0 then c.fan_id else c.creator_id end as sender_id,
          c.last_message_at - (c.last_position - position) / 4 * interval '80 minutes'
            - (c.last_position - position) % 4 * interval '20 seconds' as at
        from conversations c, generate_series(1, c.last_position) position
      ) message;
    insert into message_words (conversation_id, position, words)
      select conversation_id, position, inbox_words('${creator_id}', content) from messages;
    insert into indexed_messages (settled_id, newest_id, filled_id)
      select id, id, null from messages where not exists (select from indexed_messages) order by id desc limit 1;
    update indexed_messages set filled_id = null`)
  await db.unsafe('vacuum analyze')
  const [row] = await db<{ id: string }[]>`select id from conversations where last_position = ${MESSAGES}`
  await db.end()
  return row?.id ?? ''
}
