import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { variableNames } from '#app/env.server.ts'
import { openQueues } from '#app/jobs/platform/queues.server.ts'
import { makeWorkerMetrics } from '#app/telemetry/worker-metrics.server.ts'
import { makeWebMetrics } from '#server/watch/web-metrics.ts'
import { findPromtool } from '../scripts/dev-services/binaries.mjs'

const { queues, close } = openQueues()
afterAll(close)
const readQueueState = async () => ({ isReady: true })

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.object({ summary: z.string(), runbook: z.string() }),
})
const ruleFile = z.object({ groups: z.array(z.object({ rules: z.array(rule) })) })
const rules = ruleFile
  .parse(parse(readFileSync('ops/alerts.yml', 'utf8')))
  .groups.flatMap((group) => group.rules)

const target = z.object({ expr: z.string() })
const dashboard = z.object({ panels: z.array(z.object({ targets: z.array(target).optional() })) })
const expressions = dashboard
  .parse(JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8')))
  .panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Returns all metrics with their labels, as the program declares them. */
async function mapDeclaredMetrics(): Promise<Map<string, Set<string>>> {
  const registries = [
    makeWebMetrics().registry,
    ...makeWorkerMetrics({ queues, schedules: [], readQueueState }).registries,
  ]
  const labelsByMetric = new Map<string, Set<string>>()
  for (const registry of registries)
    for (const metric of registry.getMetricsAsArray()) {
      const labels = new Set<string>(Reflect.get(metric, 'labelNames') ?? [])
      for (const end of ['', '_bucket', '_count', '_sum']) labelsByMetric.set(`${metric.name}${end}`, labels)
    }
  return labelsByMetric
}

function listMetrics(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b(aeropub_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...matchers.matchAll(/(\w+)(?:=|!)/g)].map(([, label = '']) => label),
  }))
}

test('alerts and dashboard use existing metrics and labels', async () => {
  const metrics = await mapDeclaredMetrics()
  const usedMetrics = [...rules.map(({ expr }) => expr), ...expressions].flatMap(listMetrics)
  expect(usedMetrics.length).toBeGreaterThan(50)
  const unknownMetrics = usedMetrics.filter(
    ({ name, labels }) => !metrics.has(name) || labels.some((label) => !metrics.get(name)?.has(label)),
  )
  expect(unknownMetrics).toEqual([])
})

test('every metric is used by an alert or the dashboard', async () => {
  const usedMetrics = new Set(
    [...rules.map(({ expr }) => expr), ...expressions]
      .flatMap(listMetrics)
      .map(({ name }) => name.replace(/_bucket$/, '')),
  )
  const declaredNames = [...(await mapDeclaredMetrics()).keys()].filter(
    (name) => !/_(bucket|count|sum)$/.test(name),
  )
  expect(declaredNames.filter((name) => !usedMetrics.has(name))).toEqual([])
})

test('every alert has its section in the runbook, and every section an existing alert', () => {
  const sections = [
    ...readFileSync('docs/operations/trouble.md', 'utf8').matchAll(/^### (Aeropub\w+)$/gm),
  ].map(([, name]) => name)
  expect(sections.sort()).toEqual(rules.map(({ alert }) => alert).sort())
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/operations/trouble.md#${alert.toLowerCase()}`)
})

const unitTests = z
  .object({
    tests: z.array(
      z.object({
        alert_rule_test: z.array(
          z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()).optional() }),
        ),
      }),
    ),
  })
  .parse(parse(readFileSync('ops/alerts.test.yml', 'utf8')))
  .tests.flatMap(({ alert_rule_test }) => alert_rule_test)

test('every alert rule has a unit test that fires it and one that does not', () => {
  const names = rules.map(({ alert }) => alert).sort()
  const listTestedAlerts = (isFired: boolean) =>
    [
      ...new Set(
        unitTests
          .filter((unitTest) => Boolean(unitTest.exp_alerts) === isFired)
          .map(({ alertname }) => alertname),
      ),
    ].sort()
  expect(listTestedAlerts(true)).toEqual(names)
  expect(listTestedAlerts(false)).toEqual(names)
})

const promtool = findPromtool()

test.skipIf(!promtool)(
  'Prometheus fires the alerts of each fault, and no others',
  {
    meta: { slow: 'Prometheus plays a day of figures' },
    timeout: 120_000,
  },
  () => {
    const { status, stderr } = spawnSync(promtool ?? '', ['test', 'rules', 'ops/alerts.test.yml'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  },
)

test('every YAML and JSON file of ops can be parsed', () => {
  const names = readdirSync('ops').filter((name) => /\.(ya?ml|json)$/.test(name))
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) expect(parse(readFileSync(join('ops', name), 'utf8')), name).toBeTypeOf('object')
})

test('docker compose scrapes web, worker and node exporter; ports are published on loopback only, without metrics', () => {
  const service = z.object({
    environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    ports: z.array(z.string()).default([]),
  })
  const compose = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }))
  const webServices = Object.keys(compose.services).filter((name) => name.startsWith('web'))
  expect(webServices.length).toBeGreaterThan(0)
  for (const name of webServices) expect(compose.services[name]?.environment?.METRICS_PORT).toBe(9464)
  const publishedPorts = Object.values(compose.services).flatMap(({ ports }) => ports)
  expect(
    publishedPorts.filter((port) => /:(9464|3001)$/.test(port) || !port.startsWith('127.0.0.1:')),
  ).toEqual([])
  const jobs = z.array(
    z.object({ dns_sd_configs: z.array(z.object({ names: z.array(z.string()), port: z.number() })) }),
  )
  const scrapeTargets = z
    .object({ scrape_configs: jobs })
    .parse(parse(readFileSync('ops/prometheus-compose.yml', 'utf8')))
    .scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs)
  expect(scrapeTargets).toMatchObject([
    { names: webServices, port: 9464 },
    { names: ['worker'], port: 3001 },
    { names: ['node-exporter'], port: 9100 },
  ])
})

test('docker compose requires APP_ENV, addresses and secrets, which .env.example leaves empty', () => {
  const text = readFileSync('docker-compose.yml', 'utf8')
  for (const name of [
    'APP_ENV',
    'PUBLIC_URL',
    'SMTP_URL',
    'COOKIE_SECRETS',
    'MYSQL_PASSWORD',
    'MYSQL_WEB_PASSWORD',
    'MYSQL_WORKER_PASSWORD',
    'REDIS_PASSWORD',
  ]) {
    const references = text.match(new RegExp(`\\$\\{${name}\\b[^}]*\\}`, 'g')) ?? []
    expect(references.length, name).toBeGreaterThan(0)
    expect(references.filter((reference) => !reference.startsWith(`\${${name}:?`))).toEqual([])
    expect(readFileSync('.env.example', 'utf8')).toMatch(new RegExp(`^${name}=$`, 'm'))
  }
})

const runbook = ['install', 'daily', 'trouble']
  .map((page) => readFileSync(`docs/operations/${page}.md`, 'utf8'))
  .join('\n')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

test('every command in the runbook exists', () => {
  const commandNames = [...runbook.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  expect(commandNames.length).toBeGreaterThan(20)
  expect([...new Set(commandNames)].filter((name) => !(name in scripts))).toEqual([])
})

test('the systemd services start the same commands as npm', () => {
  for (const [unit, script] of [
    ['web', 'start'],
    ['worker', 'worker'],
  ] as const) {
    const text = readFileSync(`ops/systemd/aeropub-${unit}.service`, 'utf8')
    const command = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(text)?.[1]
    expect(text).toMatch(/^Environment=.*NODE_ENV=production/m)
    expect(`NODE_ENV=production ${command?.replace('/opt/aeropub/current/', '')}`).toBe(scripts[script])
  }
})

/** Variables that only npm and tests set, so that .env.example omits them. */
const variablesOfNpm = ['NODE_ENV', 'FAULT_POINT']

test('.env.example explains the settings of an installation, and only the worker has those of DKIM', () => {
  const listNames = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  const variables = new Set(listNames('.env.example'))
  expect(variableNames.filter((name) => !variables.has(name))).toEqual(variablesOfNpm)
  const webVariables = listNames('ops/environment.example')
  const workerVariables = listNames('ops/database-worker.example')
  expect(webVariables.length).toBeGreaterThan(12)
  expect([...webVariables, ...workerVariables].filter((name) => !variables.has(name))).toEqual([])
  expect([...webVariables, ...workerVariables].filter((name) => name.startsWith('DKIM_'))).toHaveLength(3)
  expect(webVariables.filter((name) => name.startsWith('DKIM_'))).toEqual([])
})

test('only backup and restore receive the key of the backups', () => {
  const compose = z
    .object({
      services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.unknown()).optional() })),
    })
    .parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }))
  const servicesWithKey = Object.entries(compose.services).filter(
    ([, { environment = {} }]) => 'BACKUP_KEY' in environment,
  )
  expect(servicesWithKey.map(([name]) => name)).toEqual(['backup', 'restore'])
  expect(readFileSync('ops/database-owner.example', 'utf8')).toMatch(/^BACKUP_KEY=/m)
  for (const file of ['environment', 'database-worker'])
    expect(readFileSync(`ops/${file}.example`, 'utf8')).not.toContain('BACKUP_KEY')
})

test('an alert fires for a single disconnected worker, even while other workers are connected', () => {
  const { expr } = rules.find(({ alert }) => alert === 'AeropubWorkerCutOff') ?? { expr: '' }
  for (const name of ['aeropub_redis_up', 'aeropub_database_up'])
    expect(expr).toContain(`min by (instance) (${name}) == 0`)
})

test('only the worker container receives the key that signs mails', () => {
  const compose = z
    .object({
      services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.unknown()).optional() })),
    })
    .parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }))
  const servicesWithKey = Object.entries(compose.services).filter(
    ([, { environment }]) => environment?.DKIM_KEY_FILE,
  )
  expect(Object.keys(compose.services)).toContain('web-1')
  expect(compose.services['web-1']?.environment).toHaveProperty('MAIL_FROM')
  expect(servicesWithKey.map(([name]) => name)).toEqual(['worker'])
})

test('the bounce script reports any failure as temporary, so that the mail server retries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-bounce-'))
  const runWithExitCode = (code: number) => {
    writeFileSync(join(folder, 'systemd-run'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
    return spawnSync('/bin/sh', ['ops/aeropub-bounce'], { env: { NODE_ENV: 'test', PATH: folder } }).status
  }
  const temporaryFailure = 75
  expect(runWithExitCode(0)).toBe(0)
  for (const failure of [1, temporaryFailure, 203])
    expect(runWithExitCode(failure), `${failure}`).toBe(temporaryFailure)
  rmSync(folder, { recursive: true })
})

test('the update steps are chained, so that a failed build or migration replaces nothing', () => {
  const section = runbook.split('## A new version')[1]?.split('\n## ')[0] ?? ''
  const block = /```sh\n(git clone[\s\S]*?)```/.exec(section)?.[1] ?? ''
  const [steps = ''] = block.replaceAll('\\\n', ' ').split('journalctl')
  const lines = steps
    .trim()
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').trim())
  expect(lines.length).toBeGreaterThan(4)
  expect(lines.slice(0, -1).filter((line) => !line.endsWith('&&'))).toEqual([])
})

test('the proxy of one server waits for a restarting web process', () => {
  const waitSeconds = /lb_try_duration (\d+)s/.exec(readFileSync('ops/Caddyfile', 'utf8'))?.[1]
  // The port is closed while the last responses finish (at most 10 s) and the next process starts.
  expect(Number(waitSeconds)).toBeGreaterThanOrEqual(15)
})

test('the proxy container retains its certificates when it is replaced', () => {
  const compose = z
    .object({
      services: z.object({ proxy: z.object({ volumes: z.array(z.string()) }) }),
      volumes: z.record(z.string(), z.unknown()),
    })
    .parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }))
  expect(compose.services.proxy.volumes).toContain('caddy:/data')
  expect(compose.volumes).toHaveProperty('caddy')
})

test('containers gain no privileges, have a memory limit, and those of the shop and its data write only to volumes', () => {
  const service = z.object({
    image: z.string(),
    read_only: z.boolean().optional(),
    user: z.string().optional(),
    cap_drop: z.array(z.string()).optional(),
    cap_add: z.array(z.string()).optional(),
    security_opt: z.array(z.string()).optional(),
    logging: z.object({ driver: z.literal('local') }),
    mem_limit: z.string(),
    tmpfs: z.array(z.string()).optional(),
  })
  const { services } = z
    .object({ services: z.record(z.string(), service) })
    .parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }))
  for (const [name, { image, ...settings }] of Object.entries(services)) {
    expect(image, name).toMatch(/^aeropub$|:/)
    expect(settings.security_opt, name).toContain('no-new-privileges:true')
    expect(settings.cap_drop, name).toEqual(['ALL'])
    // Caddy's program file requires this capability.
    expect(settings.cap_add, name).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : undefined)
    if (image === 'aeropub') expect(settings, name).toMatchObject({ read_only: true, tmpfs: ['/tmp'] })
    // As root, their images would need capabilities to become this user.
    if (['mysql', 'redis'].includes(name))
      expect(settings, name).toMatchObject({ read_only: true, user: name })
  }
})

test.each(['ops/Caddyfile', 'ops/nginx.conf', 'docker/Caddyfile'])(
  '%s names the Portuguese page for missing web processes, with Retry-After',
  (file) => {
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('/unavailable.html')
    expect(text).toMatch(/Retry-After 30/)
    expect(readFileSync('ops/unavailable.html', 'utf8')).toContain('<html lang="pt-BR">')
  },
)

test('nginx responds only to the host name of the shop, and logs no addresses', () => {
  const blocks = readFileSync('ops/nginx.conf', 'utf8').match(/^server \{\n[\s\S]*?^\}/gm) ?? []
  const listPorts = (block: string) => [...block.matchAll(/listen (\S+?)[ ;]/g)].map(([, port]) => port)
  const fallbacks = blocks.filter((block) => block.includes('default_server'))
  expect(fallbacks.length).toBe(1)
  const [fallback = ''] = fallbacks
  expect(fallback).toContain('return 444;')
  expect(fallback).not.toContain('proxy_pass')
  const others = blocks.filter((block) => block !== fallback)
  expect(new Set(listPorts(fallback))).toEqual(new Set(others.flatMap(listPorts)))
  // Addresses contain password links and signatures of files.
  expect(others.filter((block) => !block.includes('access_log off;'))).toEqual([])
})
