/**
 * Which modules become one script. Chunks follow the dynamic imports: what one part of the app needs comes with it, and
 * what several parts share comes in one of a few files. Left to the bundler, every set of parts would get a file of its
 * own, most of them of a few hundred bytes.
 */

/** What the bundler knows about a module. */
interface Module {
  isEntry: boolean
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type Modules = ReadonlyMap<string, Module>

/** Where the frames and pages lie that the router asks for. Every other dynamic import is made once a page stands. */
const ROUTED = ['/web/app/', '/web/pages/']
const PAGES = ['/web/pages/']
const FEATURE = /\/web\/features\/([^/]+)\//
/** The libraries behind dialogs, drawers, menus and tooltips. No page waits for them, nor for what imports them. */
const OVERLAY_LIBRARIES = ['/node_modules/@base-ui/', '/node_modules/@floating-ui/']

/** The names of the shared chunks are these, and those of the features and pages that share something with a few others. */
export const COMMON = 'common'
export const MEMBERS = 'members'
export const OVERLAYS = 'overlays'
export const DIALOGS = 'dialogs'

/** Names a chunk for every module that two or more parts of the app share, and that the first script does not bring. */
export function planChunks(modules: Modules): Map<string, string> {
  const entry = [...modules].find(([, module]) => module.isEntry)?.[0] ?? ''
  const initial = reach(modules, entry)
  const dynamic = new Set(leadsTo(modules, modules.keys()))
  const first = new Set(leadsTo(modules, initial))

  const partsOf = new Map<string, string[]>()
  const late = new Set<string>()
  const dialogs = new Set<string>()
  const visitors = new Set<string>()
  const frames = new Set<string>()
  for (const part of dynamic) {
    const needed = reach(modules, part)
    const isOverlay = [...needed].some((id) => isIn(OVERLAY_LIBRARIES, id))
    if (isOverlay && FEATURE.test(part)) dialogs.add(part)
    if (isOverlay || !isIn(ROUTED, part)) late.add(part)
    // The first script leads to the pages of visitors by itself, and to those of members through one part more.
    else if (leadsTo(modules, needed).some((next) => isIn(PAGES, next) && !first.has(next))) frames.add(part)
    else if (first.has(part)) visitors.add(part)
    for (const id of needed) partsOf.set(id, [...(partsOf.get(id) ?? []), part])
  }

  const plan = new Map<string, string>()
  for (const [id, parts] of partsOf) {
    // Whoever opens one of them may want the next when the network is gone.
    if (dialogs.has(id)) plan.set(id, DIALOGS)
    // Every other part keeps a script of its own: what renders the public pages asks for it by name.
    // The frame of the pages of members is needed by all of them, so what only it imports is shared as well.
    else if ((parts.length > 1 || frames.has(parts[0] ?? '')) && !initial.has(id) && !dynamic.has(id))
      plan.set(id, chunkOf(id, parts))
  }
  return plan

  function chunkOf(id: string, parts: string[]): string {
    const feature = FEATURE.exec(id)?.[1]
    if (parts.every((part) => late.has(part))) return feature ? DIALOGS : OVERLAYS
    const ofVisitors = parts.filter((part) => visitors.has(part))
    if (ofVisitors.length === 0) return MEMBERS
    const [only = ''] = ofVisitors
    if (ofVisitors.length === 1 && isIn(PAGES, only)) return `shared-with-${baseName(only)}`
    const isForPages = parts.every((part) => visitors.has(part) && isIn(PAGES, part))
    return feature && isForPages ? feature : COMMON
  }
}

const isIn = (folders: string[], id: string) => folders.some((folder) => id.includes(folder))
const baseName = (id: string) => id.replace(/^.*\/|\..*$/g, '')
const leadsTo = (modules: Modules, ids: Iterable<string>) =>
  [...ids].flatMap((id) => modules.get(id)?.dynamicallyImportedIds ?? [])

/** Everything that comes with a module at once, itself included. */
function reach(modules: Modules, id: string, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of modules.get(id)?.importedIds ?? []) reach(modules, imported, found)
  return found
}
