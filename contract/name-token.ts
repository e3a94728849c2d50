import { USERNAME_MAX } from './accounts.ts'

/** In a text to many it stands for the name of who reads it. `{{name}}` is how a literal `{name}` is written. */
export const NAME_TOKEN = '{name}'

const PATTERN = /\{\{name\}\}|\{name\}/g

/** The text as this person reads it. */
export function fillName(text: string, username: string): string {
  return text.replace(PATTERN, (found) => (found === NAME_TOKEN ? username : NAME_TOKEN))
}

/** How many characters the text has for the reader with the longest name. */
export function longestFilled(text: string): number {
  return [...fillName(text, 'n'.repeat(USERNAME_MAX))].length
}
