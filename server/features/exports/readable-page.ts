import { dateText } from '#contract/dates.ts'
import { amountOf } from '#contract/fees.ts'
import { FAILURE_WORDS } from '#server/domain/payouts/failure-words.ts'
import { presentListed } from '#server/domain/present-monthly-statement.ts'
import { letterOf } from '#server/domain/statements.ts'
import { escapeHtml } from '#server/html.ts'
import { type AccountData, type ProfileData, readNewsletter } from '#server/store/exports/account-data.ts'
import * as lists from '#server/store/exports/account-lists.ts'
import { listMarksShown, listOwnLookups } from '#server/store/exports/mark-lists.ts'
import { listOwnFactors } from '#server/store/exports/own-factors.ts'
import { listOwnOrders, listOwnReceipts } from '#server/store/exports/purchase-lists.ts'
import { listSeenCreators, listSeenPosts } from '#server/store/exports/seen-lists.ts'
import { conversationFile, pictureFiles, profilePicture, storyFile } from './file-names.ts'
import { messagesOf, type Reader, rowsOf } from './pages.ts'
import type { Words } from './words.ts'

interface Facts {
  account: AccountData
  profile: ProfileData | undefined
  words: Words
}

/** A readable HTML page of the export, without scripts and external resources. All texts are escaped. */
export async function* writePage(reader: Reader, { account, profile, words }: Facts): AsyncGenerator<string> {
  const dayOf = (time: Date) => dateText(time, words.locale, 'day', 'UTC')
  const span = (row: { starts_at: Date; expires_at: Date }) => words.until(dayOf(row.starts_at), dayOf(row.expires_at))

  async function* list<Row extends object>(
    title: string,
    file: string,
    page: lists.ListPage<Row>,
    line: (row: Row) => string,
  ): AsyncGenerator<string> {
    yield head(title, file, words)
    let isEmpty = true
    for await (const row of rowsOf(reader, page)) {
      yield `${isEmpty ? '<ul>\n' : ''}<li>${line(row)}</li>\n`
      isEmpty = false
    }
    yield isEmpty ? `<p>${escapeHtml(words.nothing)}</p>\n` : '</ul>\n'
  }

  const shown = (files: readonly string[], row: lists.PostData | lists.DraftData | lists.StoryData) => {
    const notes = [dayOf(row.created_at)]
    if ('likes_count' in row) notes.push(words.likes(row.likes_count))
    if (row.protected) notes.push(words.for_subscribers)
    if ('publish_at' in row && row.publish_at) notes.push(words.scheduled(dayOf(row.publish_at)))
    if ('is_removed' in row && row.is_removed) notes.push(words.removed)
    const alts = 'pictures' in row ? row.pictures.map(({ alt }) => alt) : []
    const pictures = files.map((file, place) => [link(file), text(alts[place] ?? '')].filter(Boolean).join(' '))
    return [...pictures, text(row.description), small(notes.join(' · '))].join('<br>')
  }

  const title = words.title(account.username)
  yield `<!doctype html>
<html lang="${words.locale}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(words.intro(dayOf(reader.now)))}</p>
`
  yield head(words.account, 'account.json', words)
  yield facts([
    [words.email, account.email],
    [words.username, account.username],
    [words.member_since, dayOf(account.created_at)],
  ])
  yield head(words.profile, 'profile.json', words)
  if (profile) {
    const picture = profilePicture(profile.picture)
    if (picture) yield `<p>${link(picture)}</p>\n`
    const { day_subscription, week_subscription, month_subscription } = profile
    yield `<p>${text(profile.bio)}</p>\n`
    if (profile.welcome_message) yield facts([[words.welcome, profile.welcome_message.content]])
    yield facts([[words.prices, [day_subscription, week_subscription, month_subscription].join(' · ')]])
  } else yield `<p>${escapeHtml(words.nothing)}</p>\n`
  yield head(words.verification, 'verification.json', words)
  yield* list(words.posts, 'posts.json', lists.listOwnPosts, (row) => shown(pictureFiles('posts', row), row))
  yield* list(words.drafts, 'drafts.json', lists.listOwnDrafts, (row) => shown(pictureFiles('drafts', row), row))
  yield* list(words.stories, 'stories.json', lists.listOwnStories, (row) => shown([storyFile(row)], row))

  yield head(words.conversations, 'conversations.json', words)
  for await (const conversation of rowsOf(reader, lists.listOwnConversations)) {
    const file = escapeHtml(conversationFile(conversation.id))
    yield `<details><summary>${escapeHtml(conversation.with)}</summary>\n<p><a href="${file}">${escapeHtml(words.all_of_it)}</a></p>\n<ul>\n`
    for await (const { is_own, content, is_removed, created_at, reactions } of messagesOf(reader, conversation.id)) {
      const name = is_own ? words.you : conversation.with
      const given = reactions.map(({ emoji }) => emoji).join(' ')
      yield `<li><b>${escapeHtml(name)}</b> ${small(dayOf(created_at))}<br>${text(is_removed ? words.removed : content)} ${escapeHtml(given)}</li>\n`
    }
    yield '</ul></details>\n'
  }

  yield* list(words.fan_cards, 'fan-cards.json', lists.listOwnFanCards, (row) => {
    return `${escapeHtml(row.fan)} ${small(escapeHtml(row.labels.join(' · ')))}<br>${text(row.note ?? '')}`
  })
  yield* list(words.saved_replies, 'saved-replies.json', lists.listOwnSavedReplies, ({ content }) => text(content))
  yield* list(words.to_many, 'broadcasts.json', lists.listOwnBroadcasts, (row) => {
    return `${text(row.content)}<br>${small(`${dayOf(row.publish_at)} · ${words.sent_to(row.sent)}`)}`
  })
  yield* list(words.held, 'subscriptions-held.json', lists.listHeldSubscriptions, (row) => {
    const paid = row.charged === null ? words.gift : `${amountOf(row.charged)} €`
    return `${escapeHtml(row.creator)} ${small(`${span(row)} · ${paid}`)}`
  })
  yield* list(words.orders, 'orders.json', listOwnOrders, (row) => {
    return `${escapeHtml(row.creator)} ${small(`${dayOf(row.created_at)} · ${amountOf(row.charged)} €`)}`
  })
  yield* list(words.receipts, 'receipts.json', listOwnReceipts, (row) => {
    return `${escapeHtml(row.number)} ${small(`${dayOf(row.issued_at)} · ${escapeHtml(row.facts.creator)} · ${amountOf(row.facts.charged)} €`)}`
  })
  yield* list(words.granted, 'subscriptions-granted.json', lists.listGrantedSubscriptions, (row) => small(span(row)))
  yield* list(words.revenues, 'revenues.json', lists.listMovements, (row) => {
    return `${small(dayOf(row.paid_at))} ${escapeHtml(words.you_get(amountOf(row.net), amountOf(row.price)))}`
  })
  yield* list(words.payouts, 'payouts.json', lists.listOwnPayouts, (row) => {
    const { state, failure, account_last4 } = row
    const said = failure
      ? `${words.payout_states[state]} (${FAILURE_WORDS[failure][words.locale]})`
      : words.payout_states[state]
    const notes = [dayOf(row.asked_at), said, account_last4 && `…${account_last4}`].filter((part) => part !== null)
    return `${amountOf(row.cents)} € ${small(notes.join(' · '))}`
  })
  yield* list(words.statements, 'statements.json', lists.listOwnMonthlyStatements, (row) => {
    const { number, closing } = presentListed(row)
    return `${escapeHtml(number)} ${small(`${dayOf(row.issued_at)} · ${words.closing(closing)}`)}`
  })
  yield* list(words.likes_given, 'likes.json', lists.listOwnLikes, (row) => {
    return `${escapeHtml(row.creator)} ${small(dayOf(row.liked_at))}`
  })
  yield* list(words.stories_seen, 'stories-seen.json', lists.listSeenStories, (row) => {
    return `${escapeHtml(row.creator)} ${small(dayOf(row.seen_at))}`
  })
  yield* list(words.posts_seen, 'posts-seen.json', listSeenPosts, (row) => {
    return `${escapeHtml(row.creator)} ${small(row.seen_on)}`
  })
  yield* list(words.creators_seen, 'creators-seen.json', listSeenCreators, (row) => {
    return `${escapeHtml(row.creator)} ${small(row.day)}`
  })
  yield* list(words.marks_shown, 'marked-pictures-shown.json', listMarksShown, (row) => {
    return `${escapeHtml(row.creator)} ${small(words.until(dayOf(row.first_shown_at), dayOf(row.last_shown_at)))}`
  })
  yield* list(words.leak_lookups, 'leak-lookups.json', listOwnLookups, (row) => dayOf(row.created_at))
  yield* list(words.reports, 'reports.json', lists.listOwnReports, (row) => {
    return `${escapeHtml(row.reason)}<br>${text(row.description ?? '')}`
  })
  const named = (row: lists.ListedPersonData) => `${escapeHtml(row.username)} ${small(dayOf(row.since))}`
  yield* list(words.blocked, 'blocked.json', lists.listOwnBlocks, named)
  yield* list(words.muted, 'muted.json', lists.listOwnMutes, named)
  yield* list(words.waiting, 'waiting-lists.json', lists.listOwnWaiting, named)
  yield* list(words.notices, 'notices.json', lists.listOwnNotices, (row) => {
    const said = [row.creator, row.post, row.reason, row.answer].filter((part) => part !== null).join('\n')
    return `${escapeHtml(words.notice_kinds[row.kind])} ${small(dayOf(row.created_at))}<br>${text(said)}`
  })
  yield* list(words.decisions, 'decisions.json', lists.listOwnDecisions, (row) => {
    const { title, paragraphs } = letterOf(row, words.locale)
    const said = [...paragraphs.map((paragraph) => paragraph.text), row.appeal, row.appeal_answer]
    return `${escapeHtml(title)} ${small(row.number)}<br>${text(said.filter((part) => part !== null).join('\n'))}`
  })
  yield* list(words.sessions, 'sessions.json', lists.listOwnSessions, (row) => {
    return `${escapeHtml(row.device)} ${small(`${dayOf(row.created_at)} – ${dayOf(row.last_used_at)}`)}`
  })
  yield* list(words.second_factors, 'second-factors.json', listOwnFactors, (row) => {
    return `${escapeHtml([words.factor_kinds[row.kind], row.name].filter(Boolean).join(' '))} ${small(dayOf(row.created_at))}`
  })
  const newsletter = await readNewsletter(reader.db, reader.user_id)
  yield head(words.newsletter, 'newsletter.json', words)
  yield `<p>${escapeHtml(newsletter ? words.agreed(dayOf(newsletter.consented_at)) : words.not_agreed)}</p>\n</body></html>\n`
}

const STYLE = `:root{color-scheme:light dark}body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}
h1,h2{font-family:Georgia,serif;font-weight:400;line-height:1.2}h2{margin-top:2.5rem}ul{padding-left:1.2rem}li{margin:.6rem 0;overflow-wrap:anywhere}
summary{cursor:pointer;padding:.6rem 0}dt{font-weight:600}dd{margin:0 0 .5rem}`

function head(title: string, file: string, { all_of_it }: Words): string {
  return `<h2>${escapeHtml(title)}</h2>\n<p><a href="${file}">${escapeHtml(all_of_it)}</a></p>\n`
}

function facts(pairs: [string, string][]): string {
  return `<dl>${pairs.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>\n`
}

/** File names are generated from ids. */
function link(file: string): string {
  return `<a href="${escapeHtml(file)}">${escapeHtml(file)}</a>`
}

function small(words: string): string {
  return `<small>${escapeHtml(words)}</small>`
}

function text(words: string): string {
  return escapeHtml(words).replaceAll('\n', '<br>')
}
