import { failureKinds } from '#app/domain/accounts/security-event.ts'
import { onSignal, spans } from '#app/signals.server.ts'
import { makeMetricFactory } from '#app/telemetry/metric.server.ts'
import { makeProcessMetrics } from '#app/telemetry/process-metrics.server.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

type Figures = { inProgress: number; waitingCount: number; rejectedCount: number }

export function makeWebMetrics(
  rooms: Readonly<Record<string, { figures: Figures }>> = {},
  isDatabaseReady: () => Promise<boolean> = async () => true,
) {
  const { registry, refresh: refreshProcess } = makeProcessMetrics()
  const { counter, gauge, seconds } = makeMetricFactory(registry)
  const answeredRequests = counter({
    name: 'http_requests_total',
    help: 'Requests by route, method and class of status; "left" when the client did not wait.',
    labels: ['route', 'method', 'status'],
  })
  const requestSeconds = seconds({
    name: 'http_request_seconds',
    help: 'From the request to the end of its answer.',
    labels: ['route'],
  })
  const inProgress = gauge({ name: 'http_requests_in_progress', help: 'Requests not answered yet.' })
  const cachedPageRequests = counter({
    name: 'kept_pages_total',
    help: 'Public pages: sent as kept, rendered, or sent old while the database is away.',
    labels: ['result'],
  })
  const admissionGauge = gauge({
    name: 'admission_requests',
    help: 'Requests that have room or wait for it.',
    labels: ['room', 'state'],
  })
  const rejectedRequests = counter({
    name: 'requests_turned_away_total',
    help: 'Requests for which there was no room, also those answered at the door, which count nowhere else.',
    labels: ['room'],
  })
  const security = counter({
    name: 'security_events_total',
    help: 'Logins, refusals, links, exports and the like, by kind.',
    labels: ['kind'],
  })
  const alerts = counter({
    name: 'security_alerts_total',
    help: 'Accounts and networks of which administrators were told.',
    labels: ['of'],
  })
  const databaseUp = gauge(
    { name: 'database_up', help: '1 when the database answered at the scrape before this one.' },
    'min',
  )
  databaseUp.set(1)
  // Zeros make a series exist before its first event.
  for (const kind of failureKinds) security.inc({ kind }, 0)
  for (const alertKind of ['account', 'network']) alerts.inc({ of: alertKind }, 0)
  onSignal('security', ({ kind }) => security.inc({ kind }))
  onSignal('securityAlert', ({ kind: alertKind }) => alerts.inc({ of: alertKind }))
  const reportedRejections = new Map<string, number>()
  spans.request.subscribe({
    start: () => inProgress.inc(),
    end() {},
    asyncStart() {},
    error() {},
    asyncEnd({ route, method, status, startedAt, cachedPage }) {
      inProgress.dec()
      answeredRequests.inc({
        route,
        method: METHODS.has(method) ? method : 'other',
        status: getStatusClass(status),
      })
      requestSeconds.observe({ route }, (performance.now() - startedAt) / 1000)
      if (cachedPage) cachedPageRequests.inc({ result: cachedPage })
    },
  })
  return {
    registry,
    refresh() {
      refreshProcess()
      // A database that does not answer must not delay the scrape.
      void isDatabaseReady().then((isReady) => databaseUp.set(isReady ? 1 : 0))
      for (const [room, { figures }] of Object.entries(rooms)) {
        admissionGauge.set({ room, state: 'in_progress' }, figures.inProgress)
        admissionGauge.set({ room, state: 'waiting' }, figures.waitingCount)
        // A counter takes increments, so the count of the last refresh is subtracted.
        rejectedRequests.inc({ room }, figures.rejectedCount - (reportedRejections.get(room) ?? 0))
        reportedRejections.set(room, figures.rejectedCount)
      }
    },
  }
}

/** Returns '2xx' and the like, or 'left' if the client left before the response began. */
function getStatusClass(status: number): string {
  return status === 0 ? 'left' : `${Math.floor(status / 100)}xx`
}
