import { describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import type { Notice } from '#contract/notices.ts'
import { TOPIC_OF } from '#server/domain/notice-topics.ts'
import { escapeHtml } from '#server/html.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { headerOf, noticeMailSteps, oneClickToken, PLANTED } from '#tests/support/scenarios/notice-mails.ts'
import { type Person, world } from '#tests/support/world.ts'
import { mailNotices } from './jobs.ts'
import { NOTICE_KINDS } from './kinds.ts'

const { url: SMTP_URL, received } = await startSmtp()
const product = await world({ SMTP_URL, PUBLIC_URL: 'https://loge.example', STORY_AUTHORS: 'creator' })
const { ctx, visitor, subscribe } = product
const { creator, portrait, reader, tellOf, writesTo } = await noticeMailSteps(product)

const kinds = Object.keys(NOTICE_KINDS) as Notice['kind'][]
const topicOf = (kind: Notice['kind']) => TOPIC_OF[kind]
const canLeave = (kind: Notice['kind']) => {
  const topic = topicOf(kind)
  return topic !== null && TOPIC_DEFAULTS[topic].mail !== 'locked'
}
const sentTo = ({ email }: Person) => received.filter(({ to }) => to?.[0]?.address === email)

/** The words of an HTML part, without its style sheet. */
function wordsOf(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&nbsp;|\s+/g, ' ')
}

describe('Every kind of notice as a mail, over SMTP', () => {
  for (const locale of LOCALES) {
    it.each(kinds)(
      `%s in ${locale}: the same facts in both parts, absolute links, and nothing of the content`,
      async (kind) => {
        const person = await reader(`${kind}-${locale}`, locale)
        const id = await tellOf(person, kind)
        await mailNotices(ctx)
        const [mail, ...more] = sentTo(person)
        expect(more).toEqual([])
        const { html = '', text = '', subject = '' } = mail ?? {}
        expect(subject).not.toMatch(/undefined|null|NaN/)
        expect(text).not.toMatch(/undefined|null|NaN/)
        expect(html).toContain(`<html lang="${locale}">`)
        expect(headerOf(mail as NonNullable<typeof mail>, 'message-id')).toBe(`<${id}@loge.test>`)
        // Every line of the text is in the other part too, except the addresses, which are behind their links there.
        const shown = wordsOf(html)
        for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('https://'))) {
          const words = escapeHtml(line.replace(/[\u202f\s]*:$/, '')).replaceAll(/\s+/g, ' ')
          const [first = '', beside] = words.split(/ \((?=from|dès)/)
          expect(shown.replaceAll(' ', '')).toContain(first.replaceAll(' ', ''))
          if (beside) expect(shown).toContain(beside.replace(/\)$/, '').replaceAll(/\s+/g, ' '))
        }
        for (const address of text.match(/https:\S+/g) ?? []) expect(html).toContain(`href="${escapeHtml(address)}"`)
        const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
        expect(addresses.length).toBeGreaterThan(2)
        for (const address of addresses) expect(address).toMatch(/^https:\/\/loge\.example\//)
        // A reason of staff is part of two kinds, as text.
        expect(html).not.toContain(`<b>${PLANTED}`)
        if (!['post_removed', 'verification_refused', 'withdrawal_declined'].includes(kind))
          expect(text + html).not.toContain(PLANTED)
        expect(headerOf(mail as NonNullable<typeof mail>, 'list-unsubscribe-post')).toBe(
          canLeave(kind) ? 'List-Unsubscribe=One-Click' : undefined,
        )
        expect(html.includes('/settings/notices"')).toBe(canLeave(kind))
      },
    )
  }

  it.each(kinds.filter(canLeave))('%s: one click silences the next mail, and a return brings it back', async (kind) => {
    const person = await reader(`${kind}-leaves`)
    await tellOf(person, kind)
    await mailNotices(ctx)
    const [mail] = sentTo(person)
    if (!mail) throw new Error('there is no mail')
    const call = (verb: string) => `/notification_settings/${verb}?token=${oneClickToken(mail)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const left = await visitor.ask('POST', call('unsubscribe'), 'List-Unsubscribe=One-Click', { headers })
    expect([left.status, left.body]).toEqual([200, { topics: [topicOf(kind)] }])
    await ctx.db`update member_notices set read_at = ${ctx.now()} where user_id = ${person.id}`
    const again = () => (kind === 'new_message' ? tellAgain(person) : tellOf(person, kind))
    await again()
    await mailNotices(ctx)
    expect(sentTo(person)).toHaveLength(1)
    await visitor.ask('POST', call('resubscribe'))
    await ctx.db`update member_notices set read_at = ${ctx.now()} where user_id = ${person.id}`
    await again()
    await mailNotices(ctx)
    expect(sentTo(person)).toHaveLength(2)
  })

  async function tellAgain(person: Person) {
    const [row] = await ctx.db<{ id: string }[]>`select id from conversations where fan_id = ${person.id}`
    return await tell(person, 'new_message', { conversation_id: row?.id ?? '' })
  }
})

const { tell } = await noticeMailSteps(product, 'yukiaoyama')

describe('The words of the mails', () => {
  it('The mail about a message counts what waits now, has the portrait, and leads to the conversation', async () => {
    const fan = await reader('words')
    await writesTo(fan, 1)
    const [row] = await ctx.db<{ id: string }[]>`select id from conversations where fan_id = ${fan.id}`
    product.passes(60_000)
    await creator.says(row?.id ?? '', PLANTED)
    await mailNotices(ctx)
    const [mail] = sentTo(fan)
    expect(mail?.subject).toBe('A message in your loge')
    expect(mail?.text).toContain('margauxlenoir wrote to you\n')
    // The clock of the world is in UTC, and the reader in Paris.
    expect(mail?.text).toMatch(
      /Two messages wait in your conversation, since 13:\d\d\. What they say stays inside the house\./,
    )
    expect(mail?.text).toContain(`Read them:\nhttps://loge.example/conversations/${row?.id}`)
    const address = `https://loge.example/api${portrait}?w=480`
    expect(mail?.html).toContain(`src="${address}"`)
    expect(mail?.html).toContain('alt="margauxlenoir"')
    const shown = await visitor.fetch(`${portrait}?w=480`)
    expect([shown.status, shown.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])
  })

  it('The mail about an album says that it is one, and the mail about a story leads to it', async () => {
    const fan = await reader('album-words', 'fr')
    const { id: post_id } = await creator.posts()
    await tell(fan, 'new_post', { post_id, about_id: creator.id, details: { creator_id: creator.id, pictures: 4 } })
    await mailNotices(ctx)
    const { id: story_id } = await creator.tells()
    await tell(fan, 'new_story', { story_id, about_id: creator.id, details: { creator_id: creator.id } })
    await mailNotices(ctx)
    const [album, story] = sentTo(fan)
    expect(album?.text).toContain('margauxlenoir a publié un album\n')
    expect(album?.text).toContain(`Le voir\u202f:\nhttps://loge.example/margauxlenoir?post=${post_id}`)
    expect(story?.text).toContain(`La voir\u202f:\nhttps://loge.example/margauxlenoir?story=${story_id}`)
  })

  it('A refused payment leads by its mail to the page where another card can be given', async () => {
    const fan = await reader('refused-payment')
    await tell(fan, 'payment_failed')
    await mailNotices(ctx)
    expect(sentTo(fan)[0]?.text).toContain('Change your card:\nhttps://loge.example/subscriptions\n')
    expect(sentTo(fan)[0]?.html).toContain('href="https://loge.example/subscriptions"')
  })

  it('The mail about a ticket says when it ends, that nothing is taken, and what a seat costs where one can be bought', async () => {
    const fan = await reader('ticket-words', 'fr')
    await subscribe(fan, creator, 3)
    await tell(fan, 'ticket_ends', { details: { creator_id: creator.id, expires_at: '2026-03-04T12:01:00.000Z' } })
    await mailNotices({ ...ctx, payments: {} as PaymentProvider })
    const [mail] = sentTo(fan)
    expect(mail?.subject).toBe('Votre billet pour margauxlenoir finit mercredi')
    expect(mail?.text).toContain('Encore trois soirées')
    expect(mail?.text).toContain(
      'finit le mercredi 4 mars à 13:01. Il ne se renouvelle pas\u202f: ne faites rien, et rien n’est débité.',
    )
    expect(mail?.text).toContain('margauxlenoir\nOffert par la maison\n3 jours restants')
    expect(mail?.text).toMatch(/Garder votre place \(dès 7,99\s€\)\u202f:\nhttps:\/\/loge\.example\/margauxlenoir/)
  })
})
