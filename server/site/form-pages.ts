import { escapeHtml } from '#server/html.ts'

/**
 * Fills in prerendered pages for visitors without JavaScript. What people typed is inserted in one pass over the page of
 * the build, so that no typed text is ever read as a part of the page.
 */

/** Shows the parts with these names: elements with `data-problem` or `data-part` that are hidden in the build. */
export function showParts(html: string, names: readonly string[]): string {
  return html.replaceAll(/(<[a-z]+ [^>]*\bdata-(?:problem|part)="(\w+)"[^>]*?) hidden=""/g, (tag, shown, name) =>
    names.includes(name) ? shown : tag,
  )
}

/** Replaces `{{name}}`. */
export function fillTexts(html: string, texts: Readonly<Record<string, string>>): string {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(texts[name] ?? ''))
}

export interface FormState {
  values: Readonly<Record<string, string>>
  /** The names of the fields that have to be corrected. */
  invalid: readonly string[]
}

/** Puts the values into the inputs and text areas of a page, and marks those that are invalid. */
export function fillForm(html: string, { values, invalid }: FormState): string {
  return html.replaceAll(/<(input|textarea)\b([^>]*?)(\/?)>/g, (tag, kind: string, attributes: string, end: string) => {
    const name = attributeOf(attributes, 'name')
    const value = values[name]
    if (value === undefined) return tag
    const marked = invalid.includes(name) ? `${attributes} aria-invalid="true"` : attributes
    if (kind === 'textarea') return `<textarea${marked}>${escapeHtml(value)}`
    const type = attributeOf(attributes, 'type')
    if (type !== 'radio' && type !== 'checkbox') return `<input${marked} value="${escapeHtml(value)}"${end}>`
    return `<input${marked}${attributeOf(attributes, 'value') === value ? ' checked=""' : ''}${end}>`
  })
}

function attributeOf(attributes: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
}
