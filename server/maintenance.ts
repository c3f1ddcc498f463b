import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { Maintenance } from '#app/models/platform/maintenance.server.ts'
import { isApiPath, paths } from '#app/paths.ts'
import { apiRefusals, makeRefusalBody } from '#app/text/platform/api-labels.ts'
import { formatMaintenance } from '#app/text/platform/error-labels.ts'
import { reject } from './refusal.ts'

const POLL_MS = 1_000
const MIN_RETRY_SECONDS = 60
const MAX_RETRY_SECONDS = 3_600
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Polls the mode set by `npm run maintenance`. While the database is down, the last mode stays. */
export async function watchMaintenance(
  find: () => Promise<Maintenance | undefined>,
  log: Logger,
  pollMs = POLL_MS,
): Promise<{ current(): Maintenance | undefined; end(): void }> {
  let current: Maintenance | undefined
  const readMode = async () => {
    const newMode = await find().catch(() => current)
    // Logs only changes between on and off.
    if (!newMode !== !current)
      log.warn({ expectedEnd: newMode?.expectedEnd }, `maintenance ${newMode ? 'on' : 'off'}`)
    current = newMode
  }
  await readMode()
  let isEnded = false
  let timer: NodeJS.Timeout
  const scheduleNextRead = () => {
    timer = setTimeout(() => void readMode().then(() => isEnded || scheduleNextRead()), pollMs).unref()
  }
  scheduleNextRead()
  return {
    current: () => current,
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

/** Answers 503 to requests that write during maintenance. Reads, logouts and running requests continue. */
export function makeMaintenanceGuard(current: () => Maintenance | undefined): RequestHandler {
  return (request, response, next) => {
    if (readMethods.has(request.method) || request.path === paths.logout()) return next()
    const maintenance = current()
    if (!maintenance) return next()
    rejectForMaintenance(maintenance, request, response)
  }
}

function rejectForMaintenance({ expectedEnd }: Maintenance, request: Request, response: Response): void {
  response.set('Retry-After', String(calculateRetrySeconds(expectedEnd, new Date())))
  if (isApiPath(request.path))
    return void response
      .status(503)
      .set('Cache-Control', 'no-store')
      .json(makeRefusalBody(503, apiRefusals[503]))
  reject(response, 503, formatMaintenance(expectedEnd))
}

function calculateRetrySeconds(expectedEnd: Date | null, now: Date): number {
  const secondsLeft = expectedEnd ? Math.ceil((expectedEnd.getTime() - now.getTime()) / 1000) : 0
  return Math.min(MAX_RETRY_SECONDS, Math.max(MIN_RETRY_SECONDS, secondsLeft))
}
