import type { ComponentType } from 'react'
import { withChunkTimeout } from './chunk-timeout.ts'
import { loadNamespace } from './i18n/i18n.ts'
import type { PageNamespace } from './i18n/namespaces.ts'

/** Lazy route: loads a page and the namespace of its texts on the first visit, and fails after a timeout. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  ...namespaces: PageNamespace[]
) {
  return async () => {
    const [module] = await Promise.all([withChunkTimeout(load()), ...namespaces.map(loadNamespace)])
    return { Component: module[name] }
  }
}
