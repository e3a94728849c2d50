import { readDraft, writeDraft } from './drafts.ts'
import { sessionToken, subscribeToSession } from './session.ts'

/**
 * Drafts of forms: what somebody has filled in and not saved, by account. Words are kept with the message drafts, and deleted
 * with them. A file stays only in memory, so that it survives leaving the page, but not closing the tab.
 */

export type FormName = 'profile' | 'username' | 'post' | 'story'
export type FormFields = Readonly<Record<string, string | boolean>>

const keyOf = (form: FormName) => `form:${form}`

/** Empty if nothing is kept, or nothing that can be read. */
export function readFormDraft(user_id: string, form: FormName): FormFields {
  try {
    const kept: unknown = JSON.parse(readDraft(user_id, keyOf(form)).text)
    return typeof kept === 'object' && kept !== null ? (kept as FormFields) : {}
  } catch {
    return {}
  }
}

/** Without fields, the draft is deleted. */
export function writeFormDraft(user_id: string, form: FormName, fields: FormFields): void {
  const isEmpty = Object.keys(fields).length === 0
  // Another write would move it before the drafts of others, which are dropped when there are too many.
  if (JSON.stringify(readFormDraft(user_id, form)) === JSON.stringify(fields)) return
  writeDraft(user_id, keyOf(form), { text: isEmpty ? '' : JSON.stringify(fields) })
}

/** The text of a kept field; undefined if there is none. */
export function keptText(fields: FormFields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

const files = new Map<string, File>()
let isWatching = false

export function readFormFile(user_id: string, form: FormName): File | null {
  return files.get(`${user_id} ${form}`) ?? null
}

export function holdFormFile(user_id: string, form: FormName, file: File | null): void {
  if (!isWatching) subscribeToSession(() => sessionToken() === null && files.clear())
  isWatching = true
  if (file && sessionToken() !== null) files.set(`${user_id} ${form}`, file)
  else files.delete(`${user_id} ${form}`)
}

/** Deletes the words and the file of a form that was sent. */
export function dropFormDraft(user_id: string, form: FormName): void {
  writeFormDraft(user_id, form, {})
  holdFormFile(user_id, form, null)
}
