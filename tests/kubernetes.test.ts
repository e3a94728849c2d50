import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpointEntries } from '#contract/index.ts'
import { VIDEO_MAX_BYTES } from '#contract/media.ts'
import { readConfig } from '#server/config.ts'
import { FILE_SETTINGS } from '#server/secret-files.ts'
import {
  type Manifest,
  packageJson,
  read,
  readKustomization,
  readManifests,
  shutdownSeconds,
  steps,
  unknownSettings,
} from './support/rules/deployment-files.ts'
import { unknownFields } from './support/rules/manifest-fields.ts'

const manifests = readManifests()

function only(kind: string): Manifest {
  const [found, ...others] = manifests.filter((manifest) => manifest.kind === kind)
  if (!found || others.length > 0) throw new Error(`There must be one ${kind}`)
  return found
}

interface Probe {
  httpGet: { path: string; port: string }
  periodSeconds: number
  failureThreshold: number
}

interface Container {
  image: string
  command?: string[]
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe: Probe
  livenessProbe: Probe
  readinessProbe: Probe
  lifecycle: { preStop: { exec: { command: string[] } } }
  resources: { requests: object; limits: { memory: string } }
  securityContext: object
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[]
}

interface Pod {
  metadata: { labels: Record<string, string> }
  spec: {
    containers: Container[]
    volumes: { name: string; secret?: { secretName: string }; persistentVolumeClaim?: { claimName: string } }[]
    securityContext: object
    automountServiceAccountToken: boolean
    terminationGracePeriodSeconds: number
    topologySpreadConstraints: { topologyKey: string; labelSelector: { matchLabels: object } }[]
  }
}

const podOf = ({ spec }: Manifest): Pod | undefined => spec?.jobTemplate?.spec?.template ?? spec?.template
const pods = manifests.flatMap((manifest) => podOf(manifest) ?? [])
const containers = pods.flatMap(({ spec }) => spec.containers)
const deployment = only('Deployment')
const server = podOf(deployment) as Pod
const container = server.spec.containers[0] as Container
const settings = only('ConfigMap').data ?? {}
const secret = only('Secret')

describe('The Kubernetes manifests', () => {
  it('The manifests use only fields that Kubernetes knows, because it ignores a misspelled one', () => {
    expect(manifests.flatMap(({ file, ...object }) => unknownFields(object))).toEqual([])
    const { file: _, ...misspelled } = structuredClone(deployment)
    misspelled.spec.template.spec.containers[0].livenesProbe = container.livenessProbe
    expect(unknownFields(misspelled)).toEqual(['Deployment.spec.template.spec.containers[0].livenesProbe'])
  })

  it('Every object is in the namespace, and the list of files names those of a running product', () => {
    const namespace = only('Namespace').metadata.name
    const inside = manifests.filter(({ kind }) => kind !== 'Namespace')
    expect(inside.map(({ metadata }) => metadata.namespace)).toEqual(inside.map(() => namespace))
    const { resources, ...list } = readKustomization()
    expect(list.namespace).toBe(namespace)
    const files = [...new Set(manifests.map(({ file }) => file))]
    const separate = ['autoscaler.yaml', 'backup.yaml', 'migrate.yaml', 'secret.example.yaml']
    expect([...resources, ...separate].sort()).toEqual(files.sort())
  })

  it('The settings are known to the server and valid, and every secret is a file of the mounted secret', () => {
    const names = [...Object.keys(settings), ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name))]
    expect(unknownSettings(names)).toEqual([])
    const plain = Object.entries(settings).filter(([name]) => !(name in FILE_SETTINGS))
    const values = Object.fromEntries([...plain, ...Object.entries(secret.stringData ?? {})])
    const generated = { SECRET_KEY: 'k'.repeat(64), METRICS_TOKEN: 't'.repeat(32) }
    expect(readConfig({ ...values, ...generated })).toMatchObject({ trust_proxy: 1, demo: false, rate_limits: true })

    const mounted = container.volumeMounts.find(({ name }) => name === 'secrets')?.mountPath
    const files = Object.entries(settings).filter(([name]) => name in FILE_SETTINGS)
    // A replica, payments and a change of the key are optional, so their lines are comments.
    const optional = [
      'DATABASE_REPLICA_URL_FILE',
      'SECRET_KEY_BEFORE_FILE',
      'STRIPE_SECRET_KEY_FILE',
      'STRIPE_WEBHOOK_SECRET_FILE',
      'STRIPE_CONNECT_WEBHOOK_SECRET_FILE',
    ]
    const required = Object.keys(FILE_SETTINGS).filter((name) => !optional.includes(name))
    expect(files.map(([name]) => name).sort()).toEqual(required.sort())
    expect(files.map(([, file]) => file).sort()).toEqual(
      Object.keys(secret.stringData ?? {})
        .map((key) => `${mounted}/${key}`)
        .sort(),
    )
    for (const [name, file] of files) expect(name).toBe(`${path.basename(file)}_FILE`)
  })

  it('The example of the secret contains no secret', () => {
    for (const value of Object.values(secret.stringData ?? {})) expect(value).toContain('CHANGE_ME')
  })

  it('Every reference names an object that exists', () => {
    for (const { envFrom = [] } of containers)
      for (const { configMapRef } of envFrom) expect(configMapRef.name).toBe(only('ConfigMap').metadata.name)
    for (const { spec } of pods) {
      for (const volume of spec.volumes) {
        if (volume.secret) expect(volume.secret.secretName).toBe(secret.metadata.name)
        if (volume.persistentVolumeClaim)
          expect(volume.persistentVolumeClaim.claimName).toBe(only('PersistentVolumeClaim').metadata.name)
      }
      const mounts = spec.containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name))
      expect(mounts.sort()).toEqual(spec.volumes.map(({ name }) => name).sort())
    }
    const { scaleTargetRef } = only('HorizontalPodAutoscaler').spec
    expect(scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: deployment.metadata.name })
  })

  it('The service and the disruption budget select the pods of the servers, and no others', () => {
    const { labels } = server.metadata
    for (const selector of [
      only('Service').spec.selector,
      only('PodDisruptionBudget').spec.selector.matchLabels,
      deployment.spec.selector.matchLabels,
      ...server.spec.topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
    ])
      expect(selector).toEqual(labels)
    for (const pod of pods) if (pod !== server) expect(pod.metadata.labels).not.toEqual(labels)
    expect(only('PodDisruptionBudget').spec.maxUnavailable).toBe(1)
  })

  it('A request finds its way from the ingress to the port of the server', () => {
    const { ports } = only('Service').spec
    const { rules, tls } = only('Ingress').spec
    expect(rules[0].http.paths[0].backend.service).toEqual({
      name: only('Service').metadata.name,
      port: { name: ports[0].name },
    })
    expect(container.ports).toEqual([{ name: ports[0].targetPort, containerPort: Number(steps('EXPOSE')[0]) }])
    expect([settings.PUBLIC_URL, tls[0].hosts]).toEqual([`https://${rules[0].host}`, [rules[0].host]])
  })

  it('The ingress forwards live sockets, and accepts the largest video with the form around it', () => {
    const { annotations = {} } = only('Ingress').metadata
    expect(annotations['nginx.org/websocket-services']).toBe(only('Service').metadata.name)
    const size = Number.parseInt(annotations['nginx.org/client-max-body-size'] ?? '', 10) * 2 ** 20
    expect(size).toBeGreaterThan(VIDEO_MAX_BYTES + 64 * 1024)
    expect(annotations['nginx.org/proxy-read-timeout']).toBe('300s')
  })

  it('The probes ask calls that exist: liveness for a restart, readiness for traffic', () => {
    const calls = endpointEntries().map(([, { path: call }]) => `/api${call}`)
    const { startupProbe, livenessProbe, readinessProbe } = container
    expect(startupProbe.httpGet.path).toBe('/api/health/live')
    expect(livenessProbe.httpGet.path).toBe('/api/health/live')
    expect(readinessProbe.httpGet.path).toBe('/api/health/ready')
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      expect(calls).toContain(httpGet.path)
      expect(httpGet.port).toBe(container.ports?.[0]?.name)
    }
    // The server gives the database 15 s at a start; a new one also migrates or waits for a bucket.
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThan(60)
  })

  it('A pod has enough time to end, and learns that it has to before its port closes', () => {
    const [program, seconds] = container.lifecycle.preStop.exec.command
    expect(program).toBe('sleep')
    const needed = Number(seconds) + Number(settings.DRAIN_SECONDS) + shutdownSeconds()
    expect(server.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed)
    const { periodSeconds, failureThreshold } = container.readinessProbe
    expect(Number(settings.DRAIN_SECONDS)).toBeGreaterThan(periodSeconds * failureThreshold)
  })

  it('An upgrade migrates first, and never takes a server away before another one is ready', () => {
    expect(deployment.spec.replicas).toBeGreaterThanOrEqual(3)
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    expect(settings.MIGRATE).toBe('off')
    const commands = containers.flatMap(({ command = [] }) => command.join(' ').match(/scripts\/[\w-]+\.ts/) ?? [])
    expect(commands.sort()).toEqual(['scripts/backup.ts', 'scripts/migrate.ts'])
    const root = path.resolve(import.meta.dirname, '..')
    expect(commands.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
    expect(new Set(containers.map(({ image }) => image))).toEqual(
      new Set([`registry.example/loge:${packageJson.version}`]),
    )
  })

  it('Every pod runs as the user of the image, without privileges, on a read-only root file system', () => {
    const [user, group] = (steps('USER')[0] ?? '').split(':').map(Number)
    for (const { spec } of pods) {
      expect(spec.automountServiceAccountToken).toBe(false)
      expect(spec.securityContext).toEqual({
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: group,
        fsGroup: group,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const { securityContext, resources, volumeMounts } of spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(resources).toMatchObject({
          requests: { memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
        const written = volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath)
        expect(written).toEqual(expect.arrayContaining(['/data', '/tmp']))
      }
    }
    expect(read('deploy/kubernetes/namespace.yaml')).toContain('pod-security.kubernetes.io/enforce: restricted')
  })
})
