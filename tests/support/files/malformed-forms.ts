/** An invalid multipart body with its content type. */
export interface MalformedForm {
  what: string
  type: string
  body: Buffer
}

const BOUNDARY = 'loge-boundary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const DESCRIPTION = 'Content-Disposition: form-data; name="description"'
const FILE = 'Content-Disposition: form-data; name="file"; filename="picture.jpg"\r\nContent-Type: image/jpeg'

const bytes = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const part = (headers: string, value: string | Buffer): Buffer =>
  bytes(`--${BOUNDARY}\r\n${headers}\r\n\r\n`, value, '\r\n')
const END = `--${BOUNDARY}--\r\n`

/** Pseudo-random bytes that are the same every time. */
function* noise(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    yield state >>> 24
  }
}
function noiseBytes(seed: number, length: number): Buffer {
  const numbers = noise(seed)
  return Buffer.from(Array.from({ length }, () => Number(numbers.next().value)))
}

/** Variants of a valid form for a post, each with one error. */
export function malformedForms(picture: Buffer): MalformedForm[] {
  const text = part(DESCRIPTION, 'A picture')
  const file = part(FILE, picture)
  const good = bytes(text, file, END)
  const form = (what: string, ...parts: (string | Buffer)[]): MalformedForm => ({
    what,
    type: TYPE,
    body: bytes(...parts),
  })

  return [
    ...[
      'multipart/form-data',
      'multipart/form-data;',
      'multipart/form-data; boundary',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
      'multipart/form-data; boundary=another',
      `multipart/form-data; boundary="${BOUNDARY}`,
      `multipart/form-data; boundary=${BOUNDARY}x`,
      `multipart/form-data; boundary=-${BOUNDARY}`,
      `multipart/form-data; boundary=${BOUNDARY.toUpperCase()}`,
      `multipart/form-data; boundary=${'b'.repeat(5000)}`,
      `multipart/form-data; bound=${BOUNDARY}`,
      `multipart/form-data, boundary=${BOUNDARY}`,
      `multipart/mixed; boundary=${BOUNDARY}`,
      `multipart/related; boundary=${BOUNDARY}`,
      `multipart/form-data-x; boundary=${BOUNDARY}`,
      `form-data; boundary=${BOUNDARY}`,
      'application/x-www-form-urlencoded',
      'application/json',
      'application/octet-stream',
      'image/jpeg',
      'text/plain',
    ].map((type) => ({ what: `the type ${type.slice(0, 60)}`, type, body: good })),

    // Truncated at sixty places: in a header, in a text, in the file, in the last boundary.
    ...Array.from({ length: 60 }, (_, cut) => {
      const end = Math.floor(((good.length - 5) * cut) / 59)
      return form(`cut after ${end} bytes`, good.subarray(0, end))
    }),

    // The headers of either part.
    ...BAD_HEADERS.flatMap(([what, spoil]) => [
      form(`a text with ${what}`, part(spoil(DESCRIPTION, 'description'), 'A picture'), file, END),
      form(`a file with ${what}`, text, part(spoil(FILE, 'file'), picture), END),
    ]),

    ...['description', 'protected', 'file'].flatMap((name) => {
      const again = part(name === 'file' ? FILE : `Content-Disposition: form-data; name="${name}"`, 'true')
      return [
        form(`${name} twice`, text, again, again, file, END),
        form(`${name} twice at the end`, text, file, again, again, END),
        form(`${name} a hundred times`, text, file, ...Array(100).fill(again), END),
      ]
    }),
    form('a thousand texts', text, file, ...Array.from({ length: 1000 }, (_, i) => field(`x${i}`, 'x')), END),
    form('a thousand files', text, file, ...Array.from({ length: 1000 }, (_, i) => attachment(`x${i}`, 'x')), END),
    form('a file nobody asked for', text, file, attachment('virus', 'MZ'), END),
    form('a text where the file belongs', text, field('file', 'picture.jpg'), END),
    form('the word null where the file belongs', text, field('file', 'null'), END),
    form('a file where the text belongs', attachment('description', 'A picture'), file, END),
    form('a file where the switch belongs', text, attachment('protected', 'true'), file, END),
    form('no parts', END),
    form('no file', text, END),
    form('no text', file, END),
    form('an empty file', text, part(FILE, ''), END),
    form('a file input that was left empty', text, part(FILE.replace('picture.jpg', ''), ''), END),
    form('a file that is no picture', text, part(FILE, 'Hello'), END),
    form('a picture in base64', text, part(`${FILE}\r\nContent-Transfer-Encoding: base64`, base64(picture)), END),

    ...[
      ['an empty text', ''],
      ['a text of blanks', ' \t\r\n '],
      ['a text with a NUL', 'a\0b'],
      ['a text of NULs', '\0'.repeat(1000)],
      ['a text of control characters', '\x01\x02\x03'],
      ['a text that is no UTF-8', 'Caf\xe9'],
      ['a text that is half a character', '\xf0\x9f\x94'],
      ['a text in UTF-16', '\xff\xfeA\0'],
      ['a text beyond the limit', 'x'.repeat(5001)],
      ['a text of 100 kB', 'x'.repeat(100_000)],
      ['a text of 1 MB', 'x'.repeat(1_000_000)],
    ].map(([what = '', value = '']) => form(what, field('description', value), file, END)),
    ...['maybe', 'TRUE ', '[]', '\0', 'true\r\nfalse', 'x'.repeat(70_000)].map((value) =>
      form(`a switch that says ${JSON.stringify(value.slice(0, 10))}`, text, field('protected', value), file, END),
    ),
    form('a form in the form', part('Content-Type: multipart/mixed; boundary=inner', bytes(text, file, END)), END),
    form('the end before the beginning', END, text, file),
    form('the end, and then the file', text, END, file),
    form('no line ends', good.toString('latin1').replaceAll('\r\n', '')),
    form('lines that end like on Unix', good.toString('latin1').replaceAll('\r\n', '\n')),
    form('boundaries without their dashes', good.toString('latin1').replaceAll(`--${BOUNDARY}`, BOUNDARY)),
    form('boundaries alone', ...Array(2000).fill(`--${BOUNDARY}\r\n`)),
    form('half boundaries', ...Array(2000).fill(`--${BOUNDARY.slice(0, 6)}\r\n`)),
    form('dashes', '-'.repeat(200_000)),
    form('line ends', '\r\n'.repeat(100_000)),
    form('NULs', Buffer.alloc(200_000)),
    form('a megabyte before the first part', Buffer.alloc(1_000_000, 'x')),
    form('more than any form may have, before the first part', Buffer.alloc(22 * 1024 * 1024, 'x')),
    ...Array.from({ length: 16 }, (_, i) => form(`noise ${i}`, noiseBytes(i + 1, 2 ** i))),
    ...Array.from({ length: 8 }, (_, i) => form(`noise in a part ${i}`, `--${BOUNDARY}\r\n`, noiseBytes(i, 10 ** 4))),
  ]
}

const field = (name: string, value: string): Buffer => part(`Content-Disposition: form-data; name="${name}"`, value)
const attachment = (name: string, value: string): Buffer =>
  part(`Content-Disposition: form-data; name="${name}"; filename="a.jpg"\r\nContent-Type: image/jpeg`, value)
const base64 = (picture: Buffer): string => picture.toString('base64')

/** Errors in the headers of a required part. */
const BAD_HEADERS: [string, (headers: string, name: string) => string][] = [
  ['no headers', () => 'X: y'],
  ['no name', (headers, name) => headers.replace(` name="${name}"`, '')],
  ['an empty name', (headers, name) => headers.replace(`"${name}"`, '""')],
  ['a name of blanks', (headers, name) => headers.replace(`"${name}"`, '"   "')],
  ['another name', (headers, name) => headers.replace(`"${name}"`, '"elsewhere"')],
  ['a name in capitals', (headers, name) => headers.replace(`"${name}"`, `"${name.toUpperCase()}"`)],
  ['a name with a NUL', (headers, name) => headers.replace(`"${name}"`, `"${name}\0"`)],
  ['a name with a line end', (headers, name) => headers.replace(`"${name}"`, `"${name}\r\nX: y"`)],
  ['a name that is a path', (headers, name) => headers.replace(`"${name}"`, `"../../${name}"`)],
  ['a name in brackets', (headers, name) => headers.replace(`"${name}"`, `"${name}[]"`)],
  ['a name of 10 kB', (headers, name) => headers.replace(`"${name}"`, `"${name.repeat(2000)}"`)],
  ['a name of 1 MB', (headers, name) => headers.replace(`"${name}"`, `"${name.repeat(200_000)}"`)],
  ['the name __proto__', (headers, name) => headers.replace(`"${name}"`, '"__proto__"')],
  ['the name constructor', (headers, name) => headers.replace(`"${name}"`, '"constructor"')],
  ['the name toString', (headers, name) => headers.replace(`"${name}"`, '"toString"')],
  ['a name that is no UTF-8', (headers, name) => headers.replace(`"${name}"`, '"\xff\xfe\xfd"')],
  ['two dispositions', (headers, name) => `${headers}\r\nContent-Disposition: form-data; name="${name}"`],
  ['a name that does not end', (headers, name) => headers.replace(`"${name}"`, `"${name}`)],
  ['another disposition', (headers) => headers.replace('form-data', 'attachment')],
  ['a disposition that says nothing', (headers) => headers.replace('form-data', '')],
  ['a header without a colon', (headers) => headers.replace('Content-Disposition:', 'Content-Disposition')],
  ['a header with a NUL', (headers) => headers.replace('Content-Disposition', 'Content\0Disposition')],
  ['a thousand headers before', (headers) => `${'X-Y: z\r\n'.repeat(1000)}${headers}`],
  ['100 kB of headers before', (headers) => `X: ${'y'.repeat(100_000)}\r\n${headers}`],
]
