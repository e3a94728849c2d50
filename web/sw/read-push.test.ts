import { describe, expect, it } from 'vitest'
import { readPush } from './read-push.ts'

const MESSAGE = { title: 'Loge', body: 'A message', tag: '1', path: '/conversations/1', unread: 3 }

describe('A push', () => {
  const elsewhere = ['//elsewhere.test', '/\\elsewhere.test', 'https://elsewhere.test/', '/\t/elsewhere.test']
  it.each([
    '',
    '{',
    'null',
    '[]',
    JSON.stringify({ ...MESSAGE, title: 1 }),
    JSON.stringify({ ...MESSAGE, path: undefined }),
    ...elsewhere.map((path) => JSON.stringify({ ...MESSAGE, path })),
  ])('A push cannot be read if it is %s', (text) => {
    expect(readPush(text)).toBeNull()
  })

  it('A push is read as it was sent, with a count that can be shown', () => {
    expect(readPush(JSON.stringify({ ...MESSAGE, more: 'from a newer server' }))).toEqual(MESSAGE)
    for (const unread of [-1, 1.5, '3', null]) {
      expect(readPush(JSON.stringify({ ...MESSAGE, unread }))?.unread).toBe(0)
    }
  })
})
