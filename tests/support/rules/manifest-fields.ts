/**
 * The fields of Kubernetes objects that deploy/kubernetes uses. The cluster ignores a field that it does not know, so a
 * misspelled probe would be no probe at all. `*` allows any name, for example that of a label; `[]` is a list.
 */
type Fields = { [name: string]: Fields | 'value' }

const labels: Fields = { '*': 'value' }
const metadata: Fields = { name: 'value', namespace: 'value', labels, annotations: labels }
const selector: Fields = { matchLabels: labels }
const probe: Fields = {
  httpGet: { path: 'value', port: 'value' },
  periodSeconds: 'value',
  timeoutSeconds: 'value',
  failureThreshold: 'value',
}

const container: Fields = {
  name: 'value',
  image: 'value',
  command: 'value',
  env: { name: 'value', value: 'value' },
  envFrom: { configMapRef: { name: 'value' } },
  ports: { name: 'value', containerPort: 'value' },
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: { preStop: { exec: { command: 'value' } } },
  resources: { requests: { cpu: 'value', memory: 'value' }, limits: { memory: 'value' } },
  securityContext: {
    allowPrivilegeEscalation: 'value',
    readOnlyRootFilesystem: 'value',
    capabilities: { drop: 'value' },
  },
  volumeMounts: { name: 'value', mountPath: 'value', readOnly: 'value' },
}

const template: Fields = {
  metadata: { labels },
  spec: {
    restartPolicy: 'value',
    automountServiceAccountToken: 'value',
    enableServiceLinks: 'value',
    terminationGracePeriodSeconds: 'value',
    securityContext: {
      runAsNonRoot: 'value',
      runAsUser: 'value',
      runAsGroup: 'value',
      fsGroup: 'value',
      seccompProfile: { type: 'value' },
    },
    topologySpreadConstraints: {
      maxSkew: 'value',
      topologyKey: 'value',
      whenUnsatisfiable: 'value',
      labelSelector: selector,
    },
    containers: container,
    volumes: {
      name: 'value',
      emptyDir: { sizeLimit: 'value' },
      secret: { secretName: 'value', defaultMode: 'value' },
      persistentVolumeClaim: { claimName: 'value' },
    },
  },
}

const job: Fields = { backoffLimit: 'value', ttlSecondsAfterFinished: 'value', template }

const KINDS: Record<string, Fields> = {
  'v1 Namespace': {},
  'v1 ConfigMap': { data: { '*': 'value' } },
  'v1 Secret': { type: 'value', stringData: { '*': 'value' } },
  'v1 Service': { spec: { selector: labels, ports: { name: 'value', port: 'value', targetPort: 'value' } } },
  'v1 PersistentVolumeClaim': { spec: { accessModes: 'value', resources: { requests: { storage: 'value' } } } },
  'apps/v1 Deployment': {
    spec: {
      replicas: 'value',
      revisionHistoryLimit: 'value',
      strategy: { type: 'value', rollingUpdate: { maxUnavailable: 'value', maxSurge: 'value' } },
      selector,
      template,
    },
  },
  'batch/v1 Job': { spec: job },
  'batch/v1 CronJob': {
    spec: {
      schedule: 'value',
      timeZone: 'value',
      concurrencyPolicy: 'value',
      startingDeadlineSeconds: 'value',
      successfulJobsHistoryLimit: 'value',
      failedJobsHistoryLimit: 'value',
      jobTemplate: { spec: job },
    },
  },
  'policy/v1 PodDisruptionBudget': { spec: { maxUnavailable: 'value', selector } },
  'networking.k8s.io/v1 Ingress': {
    spec: {
      ingressClassName: 'value',
      tls: { hosts: 'value', secretName: 'value' },
      rules: {
        host: 'value',
        http: {
          paths: {
            path: 'value',
            pathType: 'value',
            backend: { service: { name: 'value', port: { name: 'value' } } },
          },
        },
      },
    },
  },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    spec: {
      scaleTargetRef: { apiVersion: 'value', kind: 'value', name: 'value' },
      minReplicas: 'value',
      maxReplicas: 'value',
      metrics: {
        type: 'value',
        resource: { name: 'value', target: { type: 'value', averageUtilization: 'value' } },
      },
      behavior: {
        scaleDown: {
          stabilizationWindowSeconds: 'value',
          policies: { type: 'value', value: 'value', periodSeconds: 'value' },
        },
      },
    },
  },
}

/** The path of every field of an object that its kind does not have. */
export function unknownFields({ apiVersion, kind, ...object }: { apiVersion: string; kind: string }): string[] {
  const fields = KINDS[`${apiVersion} ${kind}`]
  return fields ? unknownIn(object, { metadata, ...fields }, kind) : [`${apiVersion} ${kind}`]
}

function unknownIn(value: unknown, fields: Fields | 'value' | undefined, path: string): string[] {
  if (fields === undefined) return [path]
  if (fields === 'value') return []
  if (Array.isArray(value)) return value.flatMap((item, index) => unknownIn(item, fields, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) =>
    unknownIn(inner, fields[name] ?? fields['*'], `${path}.${name}`),
  )
}
