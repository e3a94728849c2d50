import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from '#server/config.ts'

const root = resolve(import.meta.dirname, '../../..')
export const read = (path: string) => readFileSync(join(root, path), 'utf8')
export const packageJson = JSON.parse(read('package.json'))

const dockerfile = read('Dockerfile')

/** What follows each instruction of the Dockerfile, with continued lines joined. */
export function steps(word: string): string[] {
  const joined = dockerfile.replaceAll(/\\\n\s*/g, '')
  return [...joined.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest)
}

export function unknownSettings(names: Iterable<string>): string[] {
  return [...names].filter((name) => !(name in SETTINGS))
}

/** How many seconds a process may need to end, without the time in which it only reports that it is not ready. */
export function shutdownSeconds(): number {
  return Number(read('server/main.ts').match(/(?:DRAIN|FINISH)_MS = (\d+)_000/)?.[1])
}

export interface ComposeService {
  image: string
  build?: string
  user?: string
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  tmpfs?: string[]
  ports?: string[]
  command?: string[]
  entrypoint?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  networks?: string[] | Record<string, unknown>
  network_mode?: string
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  stop_grace_period?: string
  deploy?: { replicas?: number; resources?: { limits?: { memory?: string; pids?: number } } }
}

interface Compose {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean } | null>
  secrets: Record<string, { file: string }>
  volumes: Record<string, unknown>
}

export function readCompose(): Compose {
  return parse(read('compose.yaml'), { merge: true })
}

export interface Manifest {
  file: string
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: the specification of an object depends on its kind
  spec?: any
  data?: Record<string, string>
  stringData?: Record<string, string>
}

const MANIFESTS = 'deploy/kubernetes'

/** Every object of deploy/kubernetes, without the list of files (the kustomization). */
export function readManifests(): Manifest[] {
  return readdirSync(join(root, MANIFESTS)).flatMap((file) =>
    parseAllDocuments(read(`${MANIFESTS}/${file}`)).flatMap((document) => {
      if (document.errors.length > 0) throw document.errors[0]
      const object = document.toJS()
      return object.kind === 'Kustomization' ? [] : [{ file, ...object }]
    }),
  )
}

export function readKustomization(): { namespace: string; resources: string[] } {
  return parse(read(`${MANIFESTS}/kustomization.yaml`))
}
