import { escapeHtml } from '#server/html.ts'

/** An element of a parsed document. It has either children or text. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** A strict parser for documents without comments, CDATA and processing instructions: everything else throws. */
export function parseXml(source: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  if (!source.startsWith(declaration)) throw new Error('the XML declaration is missing')
  let rest = source.slice(declaration.length)

  function take(pattern: RegExp, what: string): RegExpMatchArray {
    const found = rest.match(pattern)
    if (found?.index !== 0) throw new Error(`expected ${what}: ${rest.slice(0, 60)}`)
    rest = rest.slice(found[0].length)
    return found
  }

  function element(): XmlElement {
    const [, name = '', list = ''] = take(/^<([A-Za-z][\w.-]*)((?:\s+[A-Za-z:]+="[^"<&]*")*)\s*>/, 'a start tag')
    const attributes: Record<string, string> = {}
    for (const [, key = '', value = ''] of list.matchAll(/([A-Za-z:]+)="([^"]*)"/g)) {
      if (key in attributes) throw new Error(`the attribute ${key} comes twice`)
      attributes[key] = value
    }
    const children: XmlElement[] = []
    let text = ''
    for (;;) {
      text += decode(take(/^[^<]*/, 'text')[0])
      if (rest.startsWith('</')) break
      children.push(element())
    }
    const [, end] = take(/^<\/([\w.-]+)\s*>/, 'an end tag')
    if (end !== name) throw new Error(`${name} ends as ${end}`)
    if (children.length > 0 && text.trim() !== '') throw new Error(`${name} mixes text and elements`)
    return { name, attributes, children, text: children.length > 0 ? '' : text }
  }

  take(/^\s*/, 'space')
  const root = element()
  if (rest.trim() !== '') throw new Error(`something follows the document: ${rest.slice(0, 60)}`)
  return root
}

function decode(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids exactly these
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) throw new Error('a character that XML forbids')
  return text.replaceAll(/&([^;]*);?/g, (whole, name: string) => {
    const sign = whole.endsWith(';') ? ENTITIES[name] : undefined
    if (sign === undefined) throw new Error(`an ampersand that begins no entity: ${whole}`)
    return sign
  })
}

/** Writes a parsed document again, without spaces between its elements. */
export function printXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${printElement(root)}`
}

function printElement({ name, attributes, children, text }: XmlElement): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<${name}${list.join('')}>${escapeHtml(text)}${children.map(printElement).join('')}</${name}>`
}
