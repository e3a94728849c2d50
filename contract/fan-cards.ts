import { type Static, Type } from 'typebox'
import { LABEL_MAX, MESSAGE_MAX } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, MediaPath, Nothing, nullable, oneOf, Time, visibleText } from './schemas.ts'

export const NOTE_MAX = 2000
export const LABELS_PER_FAN = 10

/** The server trims texts before it checks their length, so surrounding spaces may exceed it. */
const Label = visibleText(LABEL_MAX * 2)

/** What a creator knows and keeps of a fan. Labels and note are the creator's own, and nobody else reads them. */
export const FanCard = Type.Object({
  username: Type.String(),
  /** Of a fan who has a page of their own. Null while one of the two blocks the other. */
  profile_pic: nullable(MediaPath),
  /** Since the first subscription, or the first message. */
  since: Time,
  /** Null if there never was a subscription. */
  ticket: nullable(
    Type.Object({
      /** Null if it was granted, and not bought. */
      period: nullable(oneOf(['day', 'week', 'month'])),
      is_active: Type.Boolean(),
      /** The end of what is paid or granted so far. */
      ends_at: Time,
      is_renewing: Type.Boolean(),
      /** How many there were so far, with this one. */
      count: Type.Integer(),
    }),
  ),
  labels: Type.Array(Type.String()),
  note: Type.String(),
})

const FanLabel = Type.Object({
  label: Type.String(),
  /** How many fans carry it. */
  fans: Type.Integer(),
})

const SavedReply = Type.Object({ id: Id, content: Type.String(), created_at: Time })
const SavedReplyBody = Type.Object({ content: visibleText(MESSAGE_MAX * 2) })

const Fan = Type.Object({ username: Type.String({ minLength: 1, maxLength: 200 }) })

export const fan_cards = {
  get_fan_card: endpoint({
    method: 'GET',
    path: '/fans/{username}/card',
    access: 'creator',
    summary: 'What one keeps of a fan: labels, a note, and their ticket. A fan has subscribed or written',
    params: Fan,
    response: FanCard,
  }),
  update_fan_card: endpoint({
    method: 'PUT',
    path: '/fans/{username}/card',
    access: 'creator',
    summary: 'Change labels or note; what is not named stays as it is',
    params: Fan,
    body: Type.Object({
      labels: Type.Optional(Type.Array(Label, { maxItems: LABELS_PER_FAN })),
      note: Type.Optional(Type.String({ maxLength: NOTE_MAX * 2 })),
    }),
    response: FanCard,
  }),
  list_fan_labels: endpoint({
    method: 'GET',
    path: '/fan_labels',
    access: 'creator',
    summary: 'The labels one uses, at most 50, by name',
    response: Type.Array(FanLabel),
  }),
  list_saved_replies: endpoint({
    method: 'GET',
    path: '/saved_replies',
    access: 'creator',
    summary: 'One’s saved replies, at most 50, the last one added first',
    response: Type.Array(SavedReply),
  }),
  create_saved_reply: endpoint({
    method: 'POST',
    path: '/saved_replies',
    access: 'creator',
    summary: 'Save a reply; one that is saved already is answered with 200',
    body: SavedReplyBody,
    status: 201,
    response: SavedReply,
  }),
  update_saved_reply: endpoint({
    method: 'PATCH',
    path: '/saved_replies/{id}',
    access: 'creator',
    summary: 'Change a saved reply',
    params: IdParams,
    body: SavedReplyBody,
    response: SavedReply,
  }),
  delete_saved_reply: endpoint({
    method: 'DELETE',
    path: '/saved_replies/{id}',
    access: 'creator',
    summary: 'Delete a saved reply',
    params: IdParams,
    response: Nothing,
  }),
}

export type FanCard = Static<typeof FanCard>
export type FanLabel = Static<typeof FanLabel>
export type SavedReply = Static<typeof SavedReply>
