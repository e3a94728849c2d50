import { amountOf } from '#contract/fees.ts'
import type { Context } from '#server/context.ts'
import { readIdentity } from '#server/domain/identities.ts'
import { presentStatement } from '#server/domain/present-monthly-statement.ts'
import { fileKey } from '#server/media/media.ts'
import { readAccount, readNewsletter, readProfile, type StoredBytes } from '#server/store/exports/account-data.ts'
import * as lists from '#server/store/exports/account-lists.ts'
import { listMarksShown, listOwnLookups } from '#server/store/exports/mark-lists.ts'
import { listOwnFactors } from '#server/store/exports/own-factors.ts'
import * as purchases from '#server/store/exports/purchase-lists.ts'
import { listSeenCreators, listSeenPosts } from '#server/store/exports/seen-lists.ts'
import type { Archive } from './archive.ts'
import { conversationFile, largestOf, pictureFiles, profilePicture, storyFile } from './file-names.ts'
import { messagesOf, once, type Reader, rowsOf, toJson } from './pages.ts'
import { writePage } from './readable-page.ts'
import type { Words } from './words.ts'

interface Contents {
  reader: Reader
  media: Context['media']
  seal: Context['seal']
  words: Words
}

/** Writes all data of an account into an archive, file by file. */
export async function fillArchive(archive: Archive, { reader, media, seal, words }: Contents): Promise<void> {
  const { db, user_id } = reader
  const list = async <Row extends object>(
    name: string,
    page: lists.ListPage<Row>,
    present?: (row: Row) => unknown,
  ): Promise<void> => {
    await archive.addText(name, toJson(rowsOf(reader, page), present))
  }
  const bytes = async (name: string, stored: StoredBytes): Promise<void> => {
    const file = largestOf(stored)
    await reader.onPage()
    const stream = file && (await media.store.read(fileKey(stored, file.name)))
    // The file may have been deleted while the export was running.
    if (stream) await archive.addBytes(name, stream)
  }

  const account = await readAccount(db, user_id)
  if (!account) throw new Error('nobody has this account any more')
  const profile = await readProfile(db, user_id)
  await archive.addText('account.json', once(account))
  await archive.addText('profile.json', once(profile ? { ...profile, picture: profilePicture(profile.picture) } : null))
  await archive.addText('verification.json', once(seal ? await readIdentity(db, seal, user_id) : null))
  await archive.addText('newsletter.json', once((await readNewsletter(db, user_id)) ?? null))
  await list('posts.json', lists.listOwnPosts, presentPost)
  await list('drafts.json', lists.listOwnDrafts, presentDraft)
  await list('stories.json', lists.listOwnStories, presentStory)
  await list('likes.json', lists.listOwnLikes)
  await list('stories-seen.json', lists.listSeenStories)
  await list('posts-seen.json', listSeenPosts)
  await list('creators-seen.json', listSeenCreators)
  await list('marked-pictures-shown.json', listMarksShown)
  await list('leak-lookups.json', listOwnLookups)
  await list('reports.json', lists.listOwnReports)
  await list('blocked.json', lists.listOwnBlocks)
  await list('muted.json', lists.listOwnMutes)
  await list('waiting-lists.json', lists.listOwnWaiting)
  await list('fan-cards.json', lists.listOwnFanCards)
  await list('saved-replies.json', lists.listOwnSavedReplies)
  await list('subscriptions-held.json', lists.listHeldSubscriptions, presentHeld)
  await list('orders.json', purchases.listOwnOrders, presentOrder)
  await list('receipts.json', purchases.listOwnReceipts, presentReceipt)
  await list('subscriptions-granted.json', lists.listGrantedSubscriptions)
  await list('revenues.json', lists.listMovements, presentRevenue)
  await list('payouts.json', lists.listOwnPayouts, presentPayout)
  await list('statements.json', lists.listOwnMonthlyStatements, presentStatement)
  await list('broadcasts.json', lists.listOwnBroadcasts)
  await list('sessions.json', lists.listOwnSessions)
  await list('second-factors.json', listOwnFactors)
  await list('notices.json', lists.listOwnNotices)
  await list('decisions.json', lists.listOwnDecisions)
  await list('conversations.json', lists.listOwnConversations, (row) => ({ ...row, file: conversationFile(row.id) }))
  for await (const { id } of rowsOf(reader, lists.listOwnConversations)) {
    await archive.addText(conversationFile(id), toJson(messagesOf(reader, id), presentMessage))
  }
  await archive.addText('index.html', writePage(reader, { account, profile, words }))

  const picture = profilePicture(profile?.picture ?? null)
  if (profile?.picture && picture) await bytes(picture, profile.picture)
  const album = async (folder: 'posts' | 'drafts', row: lists.PostData | lists.DraftData): Promise<void> => {
    const names = pictureFiles(folder, row)
    for (const [place, stored] of row.pictures.entries()) await bytes(names[place] ?? '', stored)
  }
  for await (const post of rowsOf(reader, lists.listOwnPosts)) await album('posts', post)
  for await (const draft of rowsOf(reader, lists.listOwnDrafts)) await album('drafts', draft)
  for await (const story of rowsOf(reader, lists.listOwnStories)) await bytes(storyFile(story), story)
}

/** Replaces the locations in the media store by the paths in the archive. */
function presentPictures(folder: 'posts' | 'drafts', row: lists.PostData | lists.DraftData) {
  const names = pictureFiles(folder, row)
  return row.pictures.map(({ alt, focus_x, focus_y }, place) => ({ file: names[place], alt, focus_x, focus_y }))
}

/** `file` is the first picture. */
function presentPost({ pictures, ...row }: lists.PostData) {
  const files = presentPictures('posts', { ...row, pictures })
  return { ...row, file: files[0]?.file, pictures: files }
}

function presentDraft({ pictures, ...row }: lists.DraftData) {
  return { ...row, pictures: presentPictures('drafts', { ...row, pictures }) }
}

function presentStory({ store_key, files, ...row }: lists.StoryData) {
  return { ...row, file: storyFile({ id: row.id, store_key, files }) }
}

function presentHeld({ charged, ...row }: lists.SubscriptionData) {
  return { ...row, paid: charged === null ? null : amountOf(charged) }
}

function presentOrder(row: purchases.OrderData) {
  return { ...row, price: amountOf(row.price), vat: amountOf(row.vat), charged: amountOf(row.charged) }
}

function presentReceipt({ facts, ...row }: purchases.ReceiptData) {
  return { ...row, ...facts, price: amountOf(facts.price), vat: amountOf(facts.vat), charged: amountOf(facts.charged) }
}

function presentRevenue(row: lists.RevenueData) {
  return {
    ...row,
    price: amountOf(row.price),
    vat: amountOf(row.vat),
    charged: amountOf(row.charged),
    platform_fee: amountOf(row.platform_fee),
    banking_fee: amountOf(row.banking_fee),
    net: amountOf(row.net),
  }
}

function presentPayout({ cents, ...row }: lists.PayoutData) {
  return { ...row, amount: amountOf(cents) }
}

function presentMessage({ position: _, ...message }: lists.MessageData) {
  return message
}
