import type { ComponentType } from 'react'
import { openBook } from './i18n/i18n.ts'
import type { BookName } from './i18n/namespaces.ts'
import { withPatience } from './patience.ts'

/** A page that is fetched when it is first visited, with the book of words it speaks from, and given up on after a while. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  book?: BookName,
) {
  return async () => {
    const [module] = await Promise.all([withPatience(load()), book && openBook(book)])
    return { Component: module[name] }
  }
}
