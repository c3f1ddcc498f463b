import { env } from '#app/env.server.ts'

/**
 * Starts what is set: error reports and traces. What is not set is not even loaded. `service` is what traces call this
 * process. Returns what sends the rest and ends it.
 */
export async function startTelemetry(
  service: 'aeropub-web' | 'aeropub-worker',
): Promise<() => Promise<void>> {
  const ends: (() => Promise<void>)[] = []
  const { RELEASE: release, APP_ENV: environment } = env
  if (env.ERROR_REPORT_DSN) {
    const { reportErrors } = await import('#app/telemetry/error-reports.server.ts')
    ends.push(reportErrors({ dsn: env.ERROR_REPORT_DSN, release, environment }).end)
  }
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { sendTraces } = await import('#app/telemetry/traces.server.ts')
    const share = env.OTEL_TRACES_SAMPLER_ARG
    ends.push(sendTraces({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service, release, share }))
  }
  return async () => void (await Promise.allSettled(ends.map((end) => end())))
}
