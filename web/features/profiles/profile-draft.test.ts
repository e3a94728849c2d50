import { describe, expect, it } from 'vitest'
import type { Profile } from '#contract/profiles.ts'
import {
  changedFields,
  type DraftEdits,
  draftOf,
  editsAfterSaving,
  editsToKeep,
  formOf,
  keptEdits,
  maySave,
  problemsIn,
} from './profile-draft.ts'

const AMY: Profile = {
  id: '01939d2a-0000-7000-8000-000000000000',
  name: 'amy',
  username: 'amy',
  bio: 'Soloist by night,\nearly riser by mistake.',
  profile_pic: '/media/1',
  stories: [],
  suscribed: false,
  suscribed_until: null,
  is_muted: false,
  pinned_post_id: null,
  day_subscription: '7.90',
  week_subscription: '15.00',
  month_subscription: '23.99',
}
const PICTURE = new File(['x'], 'amy.jpg', { type: 'image/jpeg' })

const changed = (edits: DraftEdits) => changedFields(AMY, draftOf(AMY, edits))
const formIn = (form: FormData) => Object.fromEntries(form.entries())

describe('A profile without changes', () => {
  // Spec 4.55
  it.each<[string, DraftEdits]>([
    ['nothing was typed', {}],
    ['a price is written another way', { day_subscription: '7.9', week_subscription: '15' }],
    ['the typed text was undone', { bio: AMY.bio, month_subscription: '23.99' }],
    ['only spaces or line ends are new', { bio: ' Soloist by night,\r\nearly riser by mistake.\n ' }],
    ['a picture was chosen and removed again', { profile_pic: null }],
  ])('A profile has no changes if %s', (_, edits) => {
    expect(changed(edits)).toEqual([])
    expect(maySave(AMY, draftOf(AMY, edits))).toBe(false)
  })
})

describe('A profile with changes', () => {
  it.each<[string, DraftEdits, string[]]>([
    ['a price differs by a cent', { day_subscription: '7.91' }, ['day_subscription']],
    ['a price was emptied, though it cannot be saved', { week_subscription: '' }, ['week_subscription']],
    ['the bio was emptied', { bio: '' }, ['bio']],
    ['a picture was chosen, with everything else', { profile_pic: PICTURE, bio: 'New' }, ['profile_pic', 'bio']],
  ])('A profile has changes if %s', (_, edits, fields) => {
    expect(changed(edits)).toEqual(fields)
    expect(maySave(AMY, draftOf(AMY, edits))).toBe(true)
  })
})

describe('A new profile', () => {
  it('A new profile starts with the three default prices and an empty bio, and requires a picture', () => {
    const draft = draftOf(null, { bio: 'Hello' })
    expect(draft).toMatchObject({ day_subscription: '7.99', week_subscription: '14.99', month_subscription: '23.99' })
    expect(maySave(null, draft)).toBe(false)
    expect(maySave(null, draftOf(null, { profile_pic: PICTURE }))).toBe(true)
  })

  it('A new profile is sent with all its fields', () => {
    expect(formIn(formOf(null, draftOf(null, { profile_pic: PICTURE, week_subscription: '.5' })))).toEqual({
      profile_pic: PICTURE,
      bio: '',
      day_subscription: '7.99',
      week_subscription: '0.50',
      month_subscription: '23.99',
    })
  })
})

it('Only the changed fields of an existing profile are sent', () => {
  expect(formIn(formOf(AMY, draftOf(AMY, { month_subscription: '26.5', day_subscription: '7.9' })))).toEqual({
    month_subscription: '26.50',
  })
})

it('Text that is typed while a profile is being saved stays an edit', () => {
  const sent = draftOf(AMY, { bio: 'New', profile_pic: PICTURE })
  expect(editsAfterSaving({ bio: 'Newer', profile_pic: PICTURE, day_subscription: '8' }, sent)).toEqual({
    bio: 'Newer',
    day_subscription: '8',
  })
  expect(editsAfterSaving({ bio: 'New', profile_pic: PICTURE }, sent)).toEqual({})
})

it.each(['', '0', '0.00', '-1', '7.999', '1000', '1e2', 'free'])('The price %j is refused at its field', (price) => {
  expect(problemsIn(draftOf(AMY, { week_subscription: price }))).toEqual({ week_subscription: 'price' })
})

it.each(['0.01', '.5', '999.99', '12'])('The price %j is accepted', (price) => {
  expect(problemsIn(draftOf(AMY, { week_subscription: price }))).toEqual({})
})

it('A bio has at most 5,000 characters, with an emoji as one', () => {
  expect(problemsIn(draftOf(AMY, { bio: '🎭'.repeat(5000) }))).toEqual({})
  expect(problemsIn(draftOf(AMY, { bio: '🎭'.repeat(5001) }))).toEqual({ bio: 'too_long' })
})

describe('What is kept of a profile while its editor is closed', () => {
  it('The words that are not saved are kept, as they were typed, and never the picture', () => {
    const edits = { bio: 'Soloist by day', day_subscription: '8,', week_subscription: '15', profile_pic: PICTURE }
    expect(editsToKeep(AMY, edits)).toEqual({ bio: 'Soloist by day', day_subscription: '8,' })
    expect(editsToKeep(AMY, { bio: `${AMY.bio} ` })).toEqual({})
    expect(editsToKeep(null, { bio: '', month_subscription: '23.99' })).toEqual({})
    expect(editsToKeep(null, { bio: 'New here' })).toEqual({ bio: 'New here' })
  })

  it('They come back, with the picture if the tab still has it, and without what is no field', () => {
    expect(keptEdits({ bio: 'Soloist by day', role: 'admin', day_subscription: true }, null)).toEqual({
      bio: 'Soloist by day',
    })
    expect(keptEdits({}, PICTURE)).toEqual({ profile_pic: PICTURE })
  })
})
