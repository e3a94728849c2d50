import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PERIODS } from './money.ts'
import { Id, MediaPath, nullable, oneOf, Time } from './schemas.ts'

/**
 * What protected pictures carry of whoever is shown them: nothing, the name as a faint pattern, the name in a corner, or only
 * what a look-up reads. With every kind but `off` there is the invisible mark.
 */
export const PICTURE_MARKS = ['off', 'faint', 'corner', 'unseen'] as const

/**
 * What a look-up found. `named`: whose view it was. `perhaps`: there is a mark, but it is too weak for a name. `unreadable`: the
 * copy shows the picture, without a mark that can be read. `unknown`: it shows none of the pictures compared.
 */
export const LEAK_OUTCOMES = ['named', 'perhaps', 'unreadable', 'unknown'] as const

const LeakLookup = Type.Object({
  id: Id,
  created_at: Time,
  outcome: oneOf(LEAK_OUTCOMES),
  /** How sure the finding is, between 0 and 1; null if there is no mark. */
  sure: nullable(Type.Number()),
  /** The picture that the copy shows; null if it is unknown. */
  picture: nullable(
    Type.Object({
      /** Null for a story. */
      post_id: nullable(Id),
      description: Type.String(),
      file: MediaPath,
      username: Type.String(),
    }),
  ),
  /** Those whose marks the copy carries, the surest first; several if copies of several people were mixed. */
  viewers: Type.Array(
    Type.Object({
      /** Null if the account is gone, frozen, or absent for whoever asks. */
      username: nullable(Type.String()),
      sure: Type.Number(),
      first_shown_at: Time,
      last_shown_at: Time,
      /** What gave this viewer access when it was shown first; null if that is not known, as for staff. */
      ticket: nullable(oneOf([...PERIODS, 'granted'])),
    }),
  ),
  /** What was sent. It is not kept. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** With how many pictures it was compared, and of how many there are. */
  compared: Type.Integer(),
  pictures: Type.Integer(),
})

const MarkSetting = Type.Object({ mark: oneOf(PICTURE_MARKS) })

export const marks = {
  get_picture_mark: endpoint({
    method: 'GET',
    path: '/picture_mark',
    access: 'creator',
    summary: 'How one’s protected pictures are marked for those who see them',
    response: MarkSetting,
  }),
  set_picture_mark: endpoint({
    method: 'PUT',
    path: '/picture_mark',
    access: 'creator',
    summary: 'Mark one’s protected pictures, from now on; animated pictures and videos carry no mark',
    body: MarkSetting,
    response: MarkSetting,
  }),
  look_up_leak: endpoint({
    method: 'POST',
    path: '/leak_lookups',
    access: 'creator',
    summary: 'Whose view of one’s own protected pictures a leaked copy is. The copy is not kept',
    form: { fields: Type.Object({}), files: ['file'] },
    response: LeakLookup,
  }),
  look_up_any_leak: endpoint({
    method: 'POST',
    path: '/admin/leak_lookups',
    access: 'staff',
    summary: 'The same among the protected pictures of all creators, or of one; it is written in the audit log',
    form: { fields: Type.Object({ username: Type.Optional(Type.String({ maxLength: 200 })) }), files: ['file'] },
    response: LeakLookup,
  }),
}

export type LeakLookup = Static<typeof LeakLookup>

export type PictureMark = (typeof PICTURE_MARKS)[number]
