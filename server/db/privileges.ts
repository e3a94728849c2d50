import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chown, lchown, readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

interface User {
  uid: number
  gid: number
}

/** As whom PostgreSQL runs, which refuses to run as root. */
export type Identity =
  /** As whoever runs the product. */
  | { kind: 'self' }
  /** As root in truth, but unprivileged in its own eyes: enters every folder of root's, and needs no other user. */
  | ({ kind: 'namespace' } & User)
  /** As another user of this machine. */
  | ({ kind: 'user' } & User)

/** PostgreSQL sees nothing of the environment: its own variables would change what it does, and who it is. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
const NOBODY = 65534

export async function chooseIdentity(cluster: string, program: string, mayUseNamespaces: boolean): Promise<Identity> {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const owner = await stat(cluster).catch(() => undefined)
  // The folder of an ordinary user stays that user's.
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid }
  // By a name that this machine knows: some builds of PostgreSQL ask for it, and refuse a number that nobody has.
  const nobody = await findNobody()
  if (mayUseNamespaces && canUseNamespace(nobody, program)) return { kind: 'namespace', ...nobody }
  return { kind: 'user', ...nobody }
}

/** An unprivileged user needs a way to its files: refuses with the name of the folder that is closed. */
export async function refuseClosedFolders(identity: Identity, folders: string[]): Promise<void> {
  if (identity.kind !== 'user') return
  for (const folder of folders) {
    const closed = await findClosedFolder(await realpath(folder), identity)
    if (closed === undefined) continue
    throw new StartError(
      `PostgreSQL does not run as root, and an unprivileged user cannot enter ${closed}: open that folder (chmod o+x), or start Loge as an ordinary user.`,
    )
  }
}

export function spawnAs(identity: Identity, program: string, args: string[], options: SpawnOptions): ChildProcess {
  const common: SpawnOptions = { ...options, cwd: '/', env: ENVIRONMENT }
  if (identity.kind === 'namespace') return spawn('unshare', [...namespaceOf(identity), program, ...args], common)
  if (identity.kind === 'user') return spawn(program, args, { ...common, uid: identity.uid, gid: identity.gid })
  return spawn(program, args, common)
}

/** Hands a folder and all in it to whom PostgreSQL runs as. */
export async function giveTo(identity: Identity, folder: string): Promise<void> {
  if (identity.kind !== 'user') return
  const { uid, gid } = identity
  if ((await stat(folder)).uid === uid) return
  for (const name of await readdir(folder, { recursive: true })) await lchown(path.join(folder, name), uid, gid)
  // Last, so that an interruption is noticed and made good at the next start.
  await chown(folder, uid, gid)
}

function namespaceOf({ uid, gid }: User): string[] {
  return ['--user', `--map-user=${uid}`, `--map-group=${gid}`]
}

function canUseNamespace(user: User, program: string): boolean {
  const args = [...namespaceOf(user), program, '--version']
  return spawnSync('unshare', args, { cwd: '/', env: ENVIRONMENT, stdio: 'ignore' }).status === 0
}

async function findNobody(): Promise<User> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, uid, gid] = users.match(/^nobody:[^:]*:(\d+):(\d+):/m) ?? []
  return { uid: Number(uid ?? NOBODY), gid: Number(gid ?? NOBODY) }
}

/** The first folder on the way to this one that the user cannot enter. */
async function findClosedFolder(target: string, user: User): Promise<string | undefined> {
  const { root } = path.parse(target)
  const names = path.relative(root, target).split(path.sep)
  for (let depth = 0; depth <= names.length; depth += 1) {
    const folder = path.join(root, ...names.slice(0, depth))
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return folder
  }
  return undefined
}
