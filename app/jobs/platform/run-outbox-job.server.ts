import { UnrecoverableError } from 'bullmq'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import { getProviderFailure, watchProviders } from '#app/gateways/provider.server.ts'
import {
  clearCompleted,
  isCompleted,
  makeEventKey,
  rememberCompleted,
} from '#app/jobs/platform/completed-effects.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { outlastOutage } from '#app/jobs/platform/outlast-outage.server.ts'
import { findJob } from '#app/jobs/registry.server.ts'
import { log } from '#app/log.server.ts'
import {
  type ClaimedRow,
  claimOutboxRow,
  type Lease,
  markDone,
  markFailed,
  markRefused,
  renewLease,
} from '#app/models/platform/outbox.server.ts'
import { recordProviderFailure, recordProviderSuccess } from '#app/models/platform/provider.server.ts'
import { traceJob } from '#app/signals.server.ts'

/** Runs a row's effect once. Only the holder of the lease runs it, and `done_at` closes the row. */
export async function runOutboxJob(outboxId: number): Promise<void> {
  const row = await claimOutboxRow(outboxId, env.LEASE_MS)
  if (row === 'settled') return
  if (row === 'held') throw new Error('another worker holds this row')
  reachFaultPoint(`${row.job}:claimed`)
  const job = findJob(row.job)
  if (!job) throw new Error('unknown job')
  const lease = startLeaseRenewal(row)
  const startedAt = performance.now()
  const providers = watchProviders()
  const key = makeEventKey(row)
  try {
    if (!isCompleted(key)) await providers.run(() => runJob(job, row, key))
    rememberCompleted(key)
    reachFaultPoint(`${row.job}:effect`)
    await outlastOutage(() => markDone(row.id))
    clearCompleted(key)
    await recordProviderSuccess(providers.answered()).catch(logProviderStateFault)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!(error instanceof JobRefused))
      await releaseAndThrow(row, lease.row, error, performance.now() - startedAt)
    await markRefused(lease.row, message)
    await recordProviderSuccess(providers.answered()).catch(logProviderStateFault)
    log.error(
      { err: error, job: row.job, subject: row.subject, outboxId: row.id },
      'alert: effect refused, a person has to look',
    )
  } finally {
    lease.stop()
  }
}

function runJob(job: Job, row: ClaimedRow, key: string): Promise<void> {
  const { id, job: name, subject, attempts: attempt } = row
  return traceJob({ job: name, subject, outboxId: id, attempt }, () => job.run(subject, { id, key, attempt }))
}

/** Releases the row and throws. While a provider is down, its effects are not retried but wait for `requeueWaiting`. */
async function releaseAndThrow(
  row: ClaimedRow,
  lease: Lease,
  error: unknown,
  elapsedMs: number,
): Promise<never> {
  const message = error instanceof Error ? error.message : String(error)
  const failure = getProviderFailure(error)
  await markFailed(lease, message, failure)
  if (!failure) throw error
  const probeMs = env.PROBE_INTERVAL_MS
  const isDown =
    failure.isAsked &&
    (await recordProviderFailure(failure.provider, { elapsedMs, probeMs }).catch(logProviderStateFault))
  throw isDown || row.requeues > 0 ? new UnrecoverableError(message) : error
}

function logProviderStateFault(error: unknown): void {
  log.warn({ err: error }, 'state of a provider not noted')
}

/** Extends the lease during the work because no second worker may start. Uses the database's clock. */
function startLeaseRenewal({ id, lease }: ClaimedRow): { row: Lease; stop(): void } {
  const leases = [lease]
  const startedAt = performance.now()
  const timer = setInterval(async () => {
    const nextLease = new Date(lease.getTime() + (performance.now() - startedAt))
    leases.push(nextLease)
    const wasRenewed = await renewLease({ id, leases }, nextLease).catch(() => undefined)
    if (wasRenewed) leases.splice(0, leases.indexOf(nextLease))
    if (wasRenewed === false) clearInterval(timer)
  }, env.LEASE_MS / 3)
  return { row: { id, leases }, stop: () => clearInterval(timer) }
}
