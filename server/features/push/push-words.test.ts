import { describe, expect, it } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { NOTICE_KINDS } from '#server/features/notices/kinds.ts'
import { pushWords } from './push-words.ts'

const KINDS = Object.keys(NOTICE_KINDS) as Notice['kind'][]
const NAMES = { creator: 'yukiaoyama', person: 'margauxlenoir' }

describe.each(['en', 'fr'] as const)('The words of a push in %s', (locale) => {
  it.each(KINDS)('%s names nobody to whoever has not allowed it', (kind) => {
    const { title, body } = pushWords({ kind, ...NAMES, locale, says: 'nothing' })
    for (const name of Object.values(NAMES)) expect(`${title} ${body}`).not.toContain(name)
    expect(title.length).toBeGreaterThan(5)
    expect(title.length).toBeLessThan(45)
    expect(body).toMatch(/^(Open it to|Ouvrez(-l[ea])? pour) .+\.$/)
  })

  it.each(KINDS)('%s says the same without a name as with one that is not known', (kind) => {
    const nobody = { kind, creator: null, person: null, locale }
    expect(pushWords({ ...nobody, says: 'name' })).toEqual(pushWords({ ...nobody, says: 'nothing' }))
  })
})

it('A push names the person it is about to whoever allows it', () => {
  const says = 'name'
  const named = KINDS.map((kind) => pushWords({ kind, ...NAMES, locale: 'en', says }).title)
  expect(named.filter((title) => title.includes('margauxlenoir'))).toEqual([
    'margauxlenoir wrote to you',
    'margauxlenoir reacted to your message',
    'margauxlenoir published a post',
    'margauxlenoir published a story',
    'margauxlenoir has a seat in your box',
    'Your ticket for margauxlenoir ends in 3 days',
    'margauxlenoir’s box is open',
  ])
  const french = pushWords({ kind: 'ticket_ends', creator: 'yukiaoyama', person: null, locale: 'fr', says })
  expect(french).toEqual({
    title: 'Votre billet pour yukiaoyama finit dans 3\u00a0jours',
    body: 'Ouvrez pour savoir laquelle.',
  })
})

it('A push to somebody who has chosen no language is in English', () => {
  expect(pushWords({ kind: 'new_message', ...NAMES, locale: null, says: 'nothing' })).toEqual({
    title: 'A message in your loge',
    body: 'Open it to read it.',
  })
})
