/**
 * Code splitting: decides which modules are bundled into one chunk. Chunks follow the dynamic imports. A *part* is a
 * module that is imported dynamically. A module that one part needs is in the chunk of that part; a module that several
 * parts share is in one of a few shared chunks. By default the bundler would make a chunk for every combination of
 * parts, and most of these would have a few hundred bytes.
 */

/** What the bundler knows about a module. */
interface Module {
  isEntry: boolean
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type Modules = ReadonlyMap<string, Module>

/** The folders of the frames and pages that the router loads. Every other dynamic import happens after the page is shown. */
const ROUTED = ['/web/app/', '/web/pages/']
const PAGES = ['/web/pages/']
/** The pages of staff. What only they share is no part of the first load of members. */
const STAFF_PAGES = ['/web/pages/admin-']
const TEXTS = ['/web/locales/']
const FEATURE = /\/web\/features\/([^/]+)\//
/** The libraries behind dialogs, drawers, menus and tooltips. No page waits for them, or for a module that imports them. */
const OVERLAY_LIBRARIES = ['/node_modules/@base-ui/', '/node_modules/@floating-ui/']

/** The names of the shared chunks. Others have the name of the feature or the page that shares modules. */
/** What several frames need; the build puts it into the chunk of the entry. */
export const COMMON = 'common'
export const MEMBERS = 'members'
/** What the frame of members or their first page shares with one page of visitors. */
const SHARED = 'shared'
/** What pages of members share, and neither their frame nor their first page needs. */
export const LATER = 'later-pages'
export const STAFF = 'staff-pages'
export const OVERLAYS = 'overlays'
export const DIALOGS = 'dialogs'

/** Returns the shared chunk of every module that two or more parts need and that is not in the initial chunk. */
export function planChunks(modules: Modules): Map<string, string> {
  const initial = initialModules(modules)
  const dynamic = new Set(leadsTo(modules, modules.keys()))
  const first = new Set(leadsTo(modules, initial))

  const partsOf = new Map<string, string[]>()
  const late = new Set<string>()
  const idle = new Set<string>()
  const dialogs = new Set<string>()
  const visitors = new Set<string>()
  const frames = new Set<string>()
  for (const part of dynamic) {
    const needed = reach(modules, part)
    const isOverlay = [...needed].some((id) => isIn(OVERLAY_LIBRARIES, id))
    if (isOverlay && FEATURE.test(part)) dialogs.add(part)
    if (isOverlay || !isIn(ROUTED, part)) late.add(part)
    // The initial chunk imports the pages of visitors itself, and those of members through one more dynamic import.
    else if (leadsTo(modules, needed).some((next) => isIn(PAGES, next) && !first.has(next))) frames.add(part)
    else if (first.has(part)) visitors.add(part)
    if (late.has(part) && first.has(part) && !isOverlay) idle.add(part)
    for (const id of needed) partsOf.set(id, [...(partsOf.get(id) ?? []), part])
  }

  const plan = new Map<string, string>()
  for (const [id, parts] of partsOf) {
    // All dialogs are in one chunk, so that the next one also opens if the network is lost after the first.
    if (dialogs.has(id)) plan.set(id, DIALOGS)
    // Every other part keeps its own chunk, because the prerendering looks it up by name. All pages of members need their
    // frame, so what only the frame imports is shared as well.
    // Texts that two namespaces share stay by themselves: neither waits for components.
    else if (isIn(TEXTS, id)) continue
    else if ((parts.length > 1 || frames.has(parts[0] ?? '')) && !initial.has(id) && !dynamic.has(id))
      plan.set(id, chunkOf(id, parts))
  }
  // The part that leads to all pages of members, and what it brings along, would be further requests of each of them.
  for (const part of frames)
    if (first.has(part)) for (const id of reach(modules, part)) if (dynamic.has(id)) plan.set(id, MEMBERS)
  return plan

  function chunkOf(id: string, parts: string[]): string {
    const feature = FEATURE.exec(id)?.[1]
    if (parts.every((part) => late.has(part))) return feature ? DIALOGS : OVERLAYS
    // Visitors load it too, a moment after their page, and then need nothing of what the pages of members share.
    if (parts.some((part) => idle.has(part))) return COMMON
    if (parts.every((part) => isIn(STAFF_PAGES, part))) return STAFF
    const ofVisitors = parts.filter((part) => visitors.has(part))
    if (ofVisitors.length === 0) return parts.some((part) => frames.has(part)) ? MEMBERS : LATER
    const [only = ''] = ofVisitors
    // An icon is smaller than the request for a chunk of its own would be, so the home page does not wait for one.
    const isIconOfFrame = id.includes('/node_modules/') && parts.some((part) => frames.has(part))
    // Neither does it wait for a chunk for each page of visitors that it shares a module with.
    const isOfFrame = parts.some((part) => frames.has(part))
    if (ofVisitors.length === 1 && isIn(PAGES, only) && isOfFrame && !isIconOfFrame) return SHARED
    if (ofVisitors.length === 1 && isIn(PAGES, only) && !isIconOfFrame) return `shared-with-${baseName(only)}`
    const isForPages = parts.every((part) => visitors.has(part) && isIn(PAGES, part))
    return feature && isForPages ? feature : COMMON
  }
}

/** What the first script imports at once. */
export function initialModules(modules: Modules): Set<string> {
  const entry = [...modules].find(([, module]) => module.isEntry)?.[0] ?? ''
  return reach(modules, entry)
}

const isIn = (folders: string[], id: string) => folders.some((folder) => id.includes(folder))
const baseName = (id: string) => id.replace(/^.*\/|\..*$/g, '')
const leadsTo = (modules: Modules, ids: Iterable<string>) =>
  [...ids].flatMap((id) => modules.get(id)?.dynamicallyImportedIds ?? [])

/** The module and all its static imports, also indirect ones. */
function reach(modules: Modules, id: string, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of modules.get(id)?.importedIds ?? []) reach(modules, imported, found)
  return found
}
