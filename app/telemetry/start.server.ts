import { setTimeout as pause } from 'node:timers/promises'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'

/** In which a process that ends on an error may still report it. */
const LAST_REPORT_MS = 2_000

const ends: (() => Promise<void>)[] = []

/**
 * Starts what is set: error reports and traces. What is not set is not even loaded. `service` is what traces call this
 * process. Returns what sends the rest and ends it.
 */
export async function startTelemetry(
  service: 'aeropub-web' | 'aeropub-worker',
): Promise<() => Promise<void>> {
  await startErrorReports()
  const { RELEASE: release } = env
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { sendTraces } = await import('#app/telemetry/traces.server.ts')
    const share = env.OTEL_TRACES_SAMPLER_ARG
    ends.push(sendTraces({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service, release, share }))
  }
  return endTelemetry
}

export async function startErrorReports(): Promise<void> {
  const { ERROR_REPORT_DSN: dsn, RELEASE: release, APP_ENV: environment } = env
  if (!dsn) return
  const { reportErrors } = await import('#app/telemetry/error-reports.server.ts')
  ends.push(reportErrors({ dsn, release, environment }).end)
}

async function endTelemetry(): Promise<void> {
  await Promise.allSettled(ends.map((end) => end()))
}

/** Ends this process once what it logged as an error is reported, or after two seconds. */
export async function exitReported(code: number): Promise<never> {
  await Promise.race([endTelemetry(), pause(LAST_REPORT_MS)])
  process.exit(code)
}

/** Lets an error that nobody caught end this process logged and reported, with exit code 1. */
export function exitOnUncaught(): void {
  let isEnding = false
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'process ends on an error that nobody caught')
    if (!isEnding) void exitReported(1)
    isEnding = true
  })
}
