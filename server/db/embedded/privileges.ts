import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chown, lchown, readdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from '#server/db/start-error.ts'

interface User {
  uid: number
  gid: number
}

/** The user that PostgreSQL runs as. It refuses to run as root. */
export type Identity =
  /** The same user as the server. */
  | { kind: 'self' }
  /** Root in a user namespace where it looks unprivileged: it can enter root's folders and needs no other user. */
  | ({ kind: 'namespace' } & User)
  /** Another user of this machine. */
  | ({ kind: 'user' } & User)

/** A clean environment: PostgreSQL's own variables (PG…) would change its behaviour and its user. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
const NOBODY = 65534

export async function chooseIdentity(cluster: string, program: string, mayUseNamespaces: boolean): Promise<Identity> {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const owner = await stat(cluster).catch(() => undefined)
  // A folder that belongs to an ordinary user keeps its owner.
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid }
  // The uid must have a name on this machine: some builds of PostgreSQL look it up and refuse an unknown uid.
  const nobody = await findNobody()
  if (mayUseNamespaces && canUseNamespace(nobody, program)) return { kind: 'namespace', ...nobody }
  return { kind: 'user', ...nobody }
}

/** Refuses folders that the unprivileged user cannot reach, and names the parent folder that denies access. */
export async function refuseClosedFolders(identity: Identity, folders: string[]): Promise<void> {
  if (identity.kind !== 'user') return
  for (const folder of folders) {
    const closed = await findClosedFolder(await realpath(folder), identity)
    if (closed === undefined) continue
    throw new StartError(
      `PostgreSQL does not run as root, and an unprivileged user cannot enter ${closed}: allow that with chmod o+x, or start Loge as an ordinary user.`,
    )
  }
}

export function spawnAs(identity: Identity, program: string, args: string[], options: SpawnOptions): ChildProcess {
  const common: SpawnOptions = { ...options, cwd: '/', env: ENVIRONMENT }
  if (identity.kind === 'namespace') return spawn('unshare', [...namespaceOf(identity), program, ...args], common)
  if (identity.kind === 'user') return spawn(program, args, { ...common, uid: identity.uid, gid: identity.gid })
  return spawn(program, args, common)
}

/** Changes the owner of a folder and its content to the user that PostgreSQL runs as. */
export async function giveTo(identity: Identity, folder: string): Promise<void> {
  if (identity.kind !== 'user') return
  const { uid, gid } = identity
  if ((await stat(folder)).uid === uid) return
  for (const name of await readdir(folder, { recursive: true })) await lchown(path.join(folder, name), uid, gid)
  // The folder itself comes last, so that the next start notices an interruption and repeats the change.
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

/** The first folder on the path to the target that the user cannot enter. */
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
