import { describe, expect, it, test } from 'vitest'
import { splitLinks } from './message-links.ts'

/** The URLs that were found, as they are shown. */
const links = (content: string) => splitLinks(content).flatMap(({ text, href }) => (href === undefined ? [] : [text]))

describe('Text that is not a link', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'ftp://loge.test/file',
    'vbscript://loge.test',
    'loge.test',
    'amy@www.loge.test',
    'xhttps://loge.test',
    'éhttps://loge.test',
    'https://',
    'http://?',
    'www.',
    'www.loge',
    'www...loge',
    'https://bank.example@evil.example/login',
    'https://amy:secret@evil.example',
    'https://[::1',
  ])('A message with %s contains no link', (content) => {
    expect(links(content)).toEqual([])
    expect(splitLinks(content)).toEqual([{ text: content }])
  })
})

test.each([
  ['https://loge.test', ['https://loge.test']],
  ['Look: http://loge.test/a?b=c#d, then write.', ['http://loge.test/a?b=c#d']],
  ['HTTPS://Loge.Test and WWW.loge.test!', ['HTTPS://Loge.Test', 'WWW.loge.test']],
  ['(see https://loge.test/row_(g))', ['https://loge.test/row_(g)']],
  ['[https://loge.test/a]', ['https://loge.test/a']],
  ['“https://loge.test/a”, he said', ['https://loge.test/a']],
  ['Really https://loge.test/a?!…', ['https://loge.test/a']],
  ['<b>https://loge.test</b>', ['https://loge.test']],
  ['one\nhttps://loge.test/1\nhttps://loge.test/2', ['https://loge.test/1', 'https://loge.test/2']],
  ['https://lоge.test', ['https://lоge.test']],
  ['https://münchen.example/straße', ['https://münchen.example/straße']],
  ['https://loge.test/\u202egpj.exe', ['https://loge.test/']],
  ['http://localhost:5173/x', ['http://localhost:5173/x']],
])('The links in the message %j are %j, as they were typed', (content, found) => {
  expect(links(content)).toEqual(found)
})

test('A link has the URL that it shows, and one without a protocol leads to https', () => {
  expect(splitLinks('To www.loge.test/a.')).toEqual([
    { text: 'To ' },
    { text: 'www.loge.test/a', href: 'https://www.loge.test/a' },
    { text: '.' },
  ])
})

test('Splitting a message into links neither loses nor repeats text', () => {
  const signs = ['https://', 'www.', 'a', '.', '(', ')', ' ', '@', '💯', '\n', '"', '/']
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed
  }
  for (let round = 0; round < 2_000; round += 1) {
    const content = Array.from({ length: random() % 30 }, () => signs[random() % signs.length]).join('')
    const pieces = splitLinks(content)
    expect(pieces.map(({ text }) => text).join('')).toBe(content)
    for (const { href } of pieces) if (href) expect(new URL(href).protocol).toMatch(/^https?:$/)
  }
})

test('Finding links takes linear time, also in a hostile message', () => {
  const time = (content: string) => {
    const runs = Array.from({ length: 4 }, () => {
      const since = performance.now()
      splitLinks(content)
      return performance.now() - since
    })
    return Math.min(...runs)
  }
  const fill = (part: string, length: number) => part.repeat(length / part.length)
  for (const part of ['www.', 'https://', '(((www.a.b', 'https://a.b)', '.,;!', 'https://a.b/ ']) {
    // Quadratic time would take 256 times as long.
    expect(time(fill(part, 480_000)) / time(fill(part, 30_000)), part).toBeLessThan(100)
  }
})
