import cluster from 'node:cluster'
import { requireOpenFiles } from './open-files.ts'

requireOpenFiles()
const { env } = await import('#app/env.server.ts')

/** With several processes, this one is the supervisor, which loads no application code. */
if (cluster.isPrimary && env.WEB_PROCESSES > 1) {
  const { exitOnUncaught } = await import('#app/telemetry/start.server.ts')
  exitOnUncaught()
  const { superviseProcesses } = await import('./supervisor.ts')
  if (env.METRICS_PORT)
    (await import('./watch/gather-metrics.ts')).gatherMetrics(env.METRICS_PORT, env.METRICS_HOST)
  const { LAME_DUCK_MS: lameDuckMs, HOST: host, HEALTH_PORT: port } = env
  superviseProcesses(env.WEB_PROCESSES, { lameDuckMs, ...(port ? { health: { host, port } } : {}) })
} else {
  await import('./main.ts')
}
