import { describe, expect, it } from 'vitest'
import { PICTURES_MAX } from '#contract/posts.ts'
import {
  arrangementOf,
  type Composition,
  composed,
  compositionOf,
  EMPTY,
  newPicture,
  shownShare,
  withoutAlt,
  withPresentPictures,
} from './composition.ts'

const file = new File(['x'], 'rehearsal.jpg', { type: 'image/jpeg' })
const picked = (...keys: string[]) => keys.map((key) => newPicture(key, file, 0.8))
const keysOf = ({ pictures }: Composition) => pictures.map(({ key }) => key).join('')
const abc = composed(EMPTY, { type: 'added', pictures: picked('a', 'b', 'c') })

describe('A post that is being composed', () => {
  it('Pictures are added at the end, ten at most, and the first of the new ones is chosen', () => {
    expect([keysOf(abc), abc.chosen]).toEqual(['abc', 'a'])
    const more = composed(abc, { type: 'added', pictures: picked('d', 'e') })
    expect([keysOf(more), more.chosen]).toEqual(['abcde', 'd'])
    const many = composed(abc, { type: 'added', pictures: picked(...'defghijklmn') })
    expect(many.pictures).toHaveLength(PICTURES_MAX)
    expect(composed(many, { type: 'added', pictures: picked('z') })).toEqual(many)
  })

  it('A picture moves to any place, stays at the ends, and the first is the cover', () => {
    expect(keysOf(composed(abc, { type: 'moved', key: 'c', to: 0 }))).toBe('cab')
    expect(keysOf(composed(abc, { type: 'moved', key: 'a', to: 1 }))).toBe('bac')
    expect(keysOf(composed(abc, { type: 'moved', key: 'a', to: 9 }))).toBe('bca')
    expect(keysOf(composed(abc, { type: 'moved', key: 'a', to: -1 }))).toBe('abc')
    expect(composed(abc, { type: 'moved', key: 'z', to: 0 })).toEqual(abc)
  })

  it('After a picture was removed, its neighbour is chosen', () => {
    const remove = (before: Composition, key: string) => composed(before, { type: 'removed', key })
    expect(remove(abc, 'a').chosen).toBe('b')
    expect(remove(composed(abc, { type: 'chosen', key: 'c' }), 'c').chosen).toBe('b')
    expect(remove(abc, 'c').chosen).toBe('a')
    expect(remove(remove(remove(abc, 'a'), 'b'), 'c')).toEqual(EMPTY)
  })

  it('Pictures that another device has changed are shown as they are now; own words and new files stay', () => {
    const there = (id: string, alt = '') => ({ id, file: id, alt, focus: { x: 50, y: 50 }, width: 4, height: 5 })
    const before = compositionOf({ pictures: [there('a'), there('b')], description: 'Words', protected: false })
    const added = composed(composed(before, { type: 'changed', key: 'b', picture: { alt: 'Mine' } }), {
      type: 'added',
      pictures: picked('new'),
    })
    const after = withPresentPictures(added, [there('c', 'Theirs'), there('b', 'Theirs')])
    expect(after.pictures.map(({ key, alt }) => [key, alt])).toEqual([
      ['c', 'Theirs'],
      ['b', 'Mine'],
      ['new', ''],
    ])
    expect(after).toMatchObject({ description: 'Words', chosen: 'c' })
    const many = Array.from({ length: PICTURES_MAX }, (_, index) => there(`${index}`))
    expect(withPresentPictures(added, many).pictures).toHaveLength(PICTURES_MAX)
  })

  it('Only pictures that the server has are arranged, in the order of the strip, with their texts', () => {
    const sent = ['a', 'c'].reduce(
      (before, key) => composed(before, { type: 'changed', key, picture: { known: { id: `id ${key}`, file: '' } } }),
      composed(abc, { type: 'changed', key: 'c', picture: { alt: 'A chair' } }),
    )
    expect(arrangementOf(composed(sent, { type: 'moved', key: 'c', to: 0 }))).toEqual([
      { id: 'id c', alt: 'A chair', focus: { x: 50, y: 50 } },
      { id: 'id a', alt: '', focus: { x: 50, y: 50 } },
    ])
    expect(withoutAlt(sent)).toEqual([1, 2])
  })

  it('How much of a picture the feed shows depends on its shape', () => {
    expect(shownShare(0.8, 0.8)).toBe(1)
    expect(shownShare(1.6, 0.8)).toBe(0.5)
    expect(shownShare(0.4, 0.8)).toBe(0.5)
  })
})
