import { setTimeout as pause } from 'node:timers/promises'
import { version } from '#app/domain/platform/version.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'

/** The time in milliseconds for a failing process to send its last traces. */
const LAST_TRACES_MS = 2_000

let endTraces: () => Promise<unknown> = async () => undefined

/** Starts traces if a receiver is set. Returns a function that sends the rest and stops. */
export async function startTelemetry(
  service: 'aeropub-web' | 'aeropub-worker',
): Promise<() => Promise<unknown>> {
  const { RELEASE: release = version } = env
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { sendTraces } = await import('#app/telemetry/traces.server.ts')
    const share = env.OTEL_TRACES_SAMPLER_ARG
    endTraces = sendTraces({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service, release, share })
  }
  return endTraces
}

/** Sends the last traces, which may take two seconds, and ends the process. */
export async function flushAndExit(code: number): Promise<never> {
  await Promise.race([endTraces().catch(() => undefined), pause(LAST_TRACES_MS)])
  process.exit(code)
}

/** Logs an uncaught error and ends this process with exit code 1. */
export function exitOnUncaught(): void {
  let isEnding = false
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'process ends on an error that nobody caught')
    if (!isEnding) void flushAndExit(1)
    isEnding = true
  })
}
