export interface LockFile {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
}

/**
 * Finds what would break `npm ci` on other machines: a registry host that only some can reach, a package without a strong
 * hash, or a missing binary of another platform, which npm leaves out silently if the registry does not have it yet.
 */
export function lockProblems(lock: LockFile): string[] {
  return Object.entries(lock.packages).flatMap(([place, entry]) => [
    ...(entry.resolved === undefined ? [] : [`${place} names where it was fetched: ${entry.resolved}`]),
    ...(place !== '' && !entry.integrity?.startsWith('sha512-') ? [`${place} has no sha512 integrity hash`] : []),
    ...Object.entries(entry.optionalDependencies ?? {}).flatMap(([name, wanted]) =>
      optionalProblem(lock, place, name, wanted),
    ),
  ])
}

function optionalProblem(lock: LockFile, place: string, name: string, wanted: string): string[] {
  const found = lookUp(lock, place, name)
  const who = place || 'package.json'
  if (!found) return [`${who} needs ${name} on some platform, and it is not locked`]
  const exact = /^\d/.test(wanted)
  return exact && found.version !== wanted ? [`${who} needs ${name} ${wanted}, and ${found.version} is locked`] : []
}

/** Resolves a package as Node does: in the node_modules of the package, then in those of each parent folder. */
function lookUp(lock: LockFile, place: string, name: string): LockedPackage | undefined {
  const found = lock.packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`]
  if (found || place === '') return found
  return lookUp(lock, place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1)), name)
}
