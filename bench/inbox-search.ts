import { connect } from '../server/db/connect.ts'
import { People } from '../tests/e2e/support/people.ts'
import { startProduct } from '../tests/e2e/support/product.ts'
import { createTestDatabase } from '../tests/support/database/postgres.ts'
import { runLoad } from './load.ts'
import { median, type Row, RUNS, SECONDS } from './row.ts'

const MESSAGES = 1_000_000
/** The inbox that is searched. */
const INBOX = { conversations: 5_000, messages_each: 20 }
const OTHERS = { creators: 900, conversations_each: 50, messages_each: 20 }

/**
 * Words by how many messages of the house and of the inbox have them: in nearly all, in many of the house and none or few
 * of the inbox, in many of the inbox and few of the house; two words, an unfinished one, a name, and nothing.
 */
const SEARCHES: Record<string, string> = {
  everywhere: 'evening',
  'frequent in the house, once in the inbox': 'orchestra',
  'frequent in the house, never in the inbox': 'thursday',
  'frequent in the inbox only': 'rehearsal',
  'two words': 'evening velvet',
  'the beginning of a word': 'orch',
  'a part of a name': 'an4321',
  nowhere: 'xylophone',
}

/** In one conversation of that inbox, which is made this long: a word of every message, of one of the oldest, and of none. */
const THREAD = {
  messages: 20_000,
  searches: { 'in every message': 'evening', 'once, long ago': 'clavichord', never: 'xylophone' },
}

/** The search in one inbox among a million messages of the house: the slowest kind of word, in the median. */
export async function inboxSearch(): Promise<Row[]> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url, RATE_LIMITS: 'off' })
  try {
    const people = new People(product)
    const creator = await people.signUp()
    const authorization = await people.signIn(creator)
    await fillInboxes(database.url, creator.email)
    const rows: { kind: string; p50_ms: number }[] = []
    for (const [kind, words] of Object.entries(SEARCHES)) {
      const url = `${product.url}/api/conversations/received?search=${encodeURIComponent(words)}`
      const load = { urls: [url], headers: { authorization }, connections: 1, seconds: SECONDS }
      await runLoad({ ...load, seconds: 1 })
      const times: number[] = []
      for (let run = 0; run < RUNS; run += 1) times.push((await runLoad(load)).p50_ms)
      rows.push({ kind, p50_ms: median(times) })
    }
    const slowest = Math.max(...rows.map(({ p50_ms }) => p50_ms))
    const id = await growThread(database.url, creator.email)
    const in_thread: { kind: string; p50_ms: number }[] = []
    for (const [kind, words] of Object.entries(THREAD.searches)) {
      const url = `${product.url}/api/conversations/${id}/messages?search=${words}`
      const load = { urls: [url], headers: { authorization }, connections: 1, seconds: SECONDS }
      await runLoad({ ...load, seconds: 1 })
      const times: number[] = []
      for (let run = 0; run < RUNS; run += 1) times.push((await runLoad(load)).p50_ms)
      in_thread.push({ kind, p50_ms: median(times) })
    }
    return [
      {
        what: 'search in an inbox of 100,000 messages among 1,000,000: p50 of the slowest kind of word, ms',
        bar: { at_most: 100 },
        ratio: slowest,
        figures: rows.map(({ kind, p50_ms }) => `${kind} ${p50_ms.toFixed(1)}`).join(', '),
      },
      {
        what: `search in one conversation of ${THREAD.messages.toLocaleString('en')} messages: p50 of the slowest kind of word, ms`,
        bar: { at_most: 100 },
        ratio: Math.max(...in_thread.map(({ p50_ms }) => p50_ms)),
        figures: in_thread.map(({ kind, p50_ms }) => `${kind} ${p50_ms.toFixed(1)}`).join(', '),
      },
    ]
  } finally {
    await product.stop()
    await database.drop()
  }
}

/** Makes one conversation of the inbox long. Returns its id. */
async function growThread(url: string, email: string): Promise<string> {
  const db = connect(url, { max: 1 })
  const [row] = await db<{ id: string }[]>`
    select c.id from conversations c join users u on u.id = c.creator_id where u.email = ${email} order by c.id limit 1`
  const id = row?.id ?? ''
  await db.unsafe(`
    set session_replication_role = replica;
    insert into messages (id, conversation_id, position, sender_id, content, created_at)
      select gen_random_uuid(), c.id, n, c.fan_id, 'Good evening' || case when n = 30 then ' clavichord' else '' end, c.last_message_at
      from conversations c, generate_series(21, ${THREAD.messages}) n where c.id = '${id}';
    insert into message_words (conversation_id, position, words)
      select m.conversation_id, m.position, inbox_words(c.creator_id, m.content)
      from messages m join conversations c on c.id = m.conversation_id where c.id = '${id}' and m.position > 20;
    update conversations set last_position = ${THREAD.messages} where id = '${id}'`)
  await db.unsafe('vacuum analyze messages, message_words')
  await db.end()
  return id
}

/** A million messages with their words, as the product writes them. The first creator is the one with this address. */
async function fillInboxes(url: string, email: string): Promise<void> {
  const db = connect(url, { max: 1 })
  const others = OTHERS.creators * OTHERS.conversations_each * OTHERS.messages_each
  if (others + INBOX.conversations * INBOX.messages_each !== MESSAGES) throw new Error('the sum is not a million')
  await db.unsafe(`
    set session_replication_role = replica;
    set synchronous_commit = off;
    insert into profiles (id, bio, created_at) select id, '', now() from users where email = '${email}' on conflict do nothing;
    create temporary table creator as
      select id, 0 as n from users where email = '${email}'
      union all select gen_random_uuid(), n from generate_series(1, ${OTHERS.creators}) n;
    insert into users (id, email, email_key, username, password_hash, created_at)
      select id, 'c' || n || '@loge.test', 'c' || n || '@loge.test', 'creator-' || n, 'none', now() from creator where n > 0;
    insert into profiles (id, bio, created_at) select id, '', now() from creator where n > 0;
    create temporary table fan as select gen_random_uuid() as id, n from generate_series(1, 50000) n;
    insert into users (id, email, email_key, username, password_hash, created_at)
      select id, 'f' || n || '@loge.test', 'f' || n || '@loge.test', 'fan' || n, 'none', now() from fan;
    create temporary table talk as
      select gen_random_uuid() as id, creator.id as creator_id, fan.id as fan_id, creator.n = 0 as is_inbox, fan.n,
        now() - interval '1 day' - fan.n * interval '7 seconds' as at
      from creator join fan on case when creator.n = 0 then fan.n <= ${INBOX.conversations}
        else fan.n > (creator.n - 1) * ${OTHERS.conversations_each} and fan.n <= creator.n * ${OTHERS.conversations_each} end;
    insert into conversations (id, fan_id, creator_id, created_at, last_position, last_message_at, fan_read, creator_read)
      select id, fan_id, creator_id, at, 20, at, 20, 20 - (n % 3 = 0)::int from talk;
    create temporary table message as
      select talk.id as conversation_id, position, talk.creator_id,
        case when position % 2 = 0 then talk.fan_id else talk.creator_id end as sender_id, talk.at,
        'Good evening ' || (array['marble','curtain','velvet','candle','gallery','score','window','garden'])[1 + (talk.n * 31 + position) % 8]
          || case when is_inbox then case when position % 2 = 0 then ' rehearsal' else '' end
              else ' orchestra on thursday' end
          || case when is_inbox and talk.n = 4000 and position = 3 then ' orchestra' else '' end
          || ' word' || (talk.n * 131 + position * 7) % 20000 as content
      from talk, generate_series(1, 20) position;
    insert into messages (id, conversation_id, position, sender_id, content, created_at)
      select gen_random_uuid(), conversation_id, position, sender_id, content, at from message order by at;
    insert into message_words (conversation_id, position, words)
      select conversation_id, position, inbox_words(creator_id, content) from message order by at;
    insert into indexed_messages (settled_id, newest_id, filled_id)
      select id, id, null from (select rpad(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0'), 32, '0')::uuid as id) now
      where not exists (select from indexed_messages);
    update indexed_messages set filled_id = null`)
  await db.unsafe('vacuum analyze')
  await db.end()
}
