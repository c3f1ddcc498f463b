import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Registry } from 'prom-client'
import { getPoolUsage } from '#app/models/platform/connection.server.ts'
import { getReplicaStatus } from '#app/models/platform/replica/replica-state.server.ts'
import { onSignal, spans } from '#app/signals.server.ts'
import { makeMetricFactory } from '#app/telemetry/metric.server.ts'

/** The sampling interval of the event loop in milliseconds. */
const LOOP_RESOLUTION_MS = 20

/** Returns the metrics of this process. `refresh` updates them before each scrape. */
export function makeProcessMetrics() {
  const registry = new Registry()
  const { counter, gauge, seconds } = makeMetricFactory(registry)
  const eventLoopDelay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  eventLoopDelay.enable()

  const processes = gauge({ name: 'processes', help: 'Processes that these figures are of.' })
  const heap = gauge({ name: 'heap_used_bytes', help: 'Memory in use by JavaScript.' })
  const resident = gauge({ name: 'resident_memory_bytes', help: 'Memory of the process.' })
  const cpu = counter({ name: 'cpu_seconds_total', help: 'Processor time used.' })
  const lag = gauge(
    {
      name: 'event_loop_delay_p99_seconds',
      help: 'How late timers came, 99th percentile since the last scrape.',
    },
    'max',
  )
  const connections = gauge({
    name: 'database_connections',
    help: 'Connections of a pool: in use, idle, and how many it may open.',
    labels: ['pool', 'state'],
  })
  const waitingGauge = gauge({
    name: 'database_waiting',
    help: 'Requests that wait for a connection of a pool.',
    labels: ['pool'],
  })
  const calls = counter({
    name: 'provider_calls_total',
    help: 'Calls of other services, by outcome.',
    labels: ['provider', 'outcome'],
  })
  const callSeconds = seconds({
    name: 'provider_call_seconds',
    help: 'Duration of calls of other services.',
    labels: ['provider'],
  })
  const breakers = gauge(
    {
      name: 'provider_breaker_open',
      help: '1 while a process asks a failing service no more.',
      labels: ['provider'],
    },
    'max',
  )
  const replicaLag = gauge(
    { name: 'replica_lag_seconds', help: 'How old at most what the replica shows is; 0 without one.' },
    'max',
  )
  const replicaAbandoned = gauge(
    { name: 'replica_left', help: '1 while a process with a replica reads from the primary instead.' },
    'max',
  )
  const replicaReads = counter({
    name: 'replica_reads_total',
    help: 'Reads of lists and reports that may be a little old, by the server that answered.',
    labels: ['from'],
  })

  spans.call.subscribe({
    start() {},
    end() {},
    asyncStart() {},
    error() {},
    asyncEnd({ provider, startedAt, error }) {
      calls.inc({ provider, outcome: error === undefined ? 'answered' : 'failed' })
      callSeconds.observe({ provider }, (performance.now() - startedAt) / 1000)
    },
  })
  onSignal('replicaRead', ({ from }) => replicaReads.inc({ from }))
  onSignal('breaker', ({ name, isOpen }) => breakers.set({ provider: name }, isOpen ? 1 : 0))

  let cpuBefore = 0
  function refresh(): void {
    const { heapUsed, rss } = process.memoryUsage()
    processes.set(1)
    heap.set(heapUsed)
    resident.set(rss)
    const { user, system } = process.cpuUsage()
    const cpuNow = (user + system) / 1e6
    cpu.inc(cpuNow - cpuBefore)
    cpuBefore = cpuNow
    // Each measured delay includes the sampling interval itself.
    lag.set(Math.max(0, eventLoopDelay.percentile(99) / 1e9 - LOOP_RESOLUTION_MS / 1000))
    eventLoopDelay.reset()
    const { isSet, isUsed, lagSeconds } = getReplicaStatus()
    replicaLag.set(isSet ? lagSeconds : 0)
    replicaAbandoned.set(isSet && !isUsed ? 1 : 0)
    for (const { name, limit, inUse, idle, waiting: queuedCount } of getPoolUsage()) {
      connections.set({ pool: name, state: 'in_use' }, inUse)
      connections.set({ pool: name, state: 'idle' }, idle)
      connections.set({ pool: name, state: 'limit' }, limit)
      waitingGauge.set({ pool: name }, queuedCount)
    }
  }
  return { registry, refresh }
}
