import { setTimeout as pause } from 'node:timers/promises'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import type { ReplicaHealth } from '#app/models/platform/replica/replica-driver.server.ts'
import { emitSignal } from '#app/signals.server.ts'

/** After a failure the replica is not used for this time. The next heartbeat then resumes its use. */
const PAUSE_MS = 2_000
const POLL_MS = 50

export type HeartbeatSighting = {
  /** time of the newest heartbeat in the replica, by the primary's clock */
  beatAt: Date
  /** lag by the primary's clock, measured when performance.now() was at least `requestedAt` */
  ageMs: number
  requestedAt: number
  /** catalogue version in the replica */
  version: string
}

type State = {
  sighting: HeartbeatSighting | undefined
  pausedUntil: number
  isUsed: boolean | undefined
  startedAt: number
  pendingReads: Set<(error: unknown) => void>
}

declare global {
  var aeropubReplica: State | undefined
}

/** The value is stored in globalThis because each bundle of a process has its own copy of this module. */
const state: State = globalThis.aeropubReplica ?? {
  sighting: undefined,
  pausedUntil: 0,
  isUsed: undefined,
  startedAt: performance.now(),
  pendingReads: new Set(),
}
globalThis.aeropubReplica = state

/**
 * Returns true while the replica's lag is at most DATABASE_REPLICA_MAX_LAG_MS. The lag counts from the last heartbeat
 * that was read from the replica, so a replica without new heartbeats is not used.
 */
export function isReplicaUsable(): boolean {
  const { sighting, pausedUntil } = state
  if (!sighting || performance.now() < pausedUntil) return false
  return computeLagMs(sighting) <= env.DATABASE_REPLICA_MAX_LAG_MS
}

function computeLagMs({ ageMs, requestedAt }: HeartbeatSighting): number {
  return Math.max(0, ageMs) + performance.now() - requestedAt
}

export function hasReplicaVersion(version: string): boolean {
  return isReplicaUsable() && state.sighting?.version === version
}

export function getReplicaStatus() {
  const { sighting, startedAt } = state
  return {
    isSet: env.DATABASE_REPLICA_URL !== undefined,
    isUsed: isReplicaUsable(),
    lagSeconds: (sighting ? computeLagMs(sighting) : performance.now() - startedAt) / 1000,
  }
}

export function recordSighting(sighting: HeartbeatSighting): void {
  state.sighting = sighting
  recordReplicaUse('behind the primary')
}

/** Sends new reads to the primary and repeats the pending reads there. */
export function recordReplicaFailure(error: unknown): void {
  state.pausedUntil = performance.now() + PAUSE_MS
  for (const rejectRead of [...state.pendingReads]) rejectRead(error)
  recordReplicaUse('does not answer', error)
}

export function recordReplicaUse(reason: string, error?: unknown): void {
  const { isUsed, lagSeconds } = getReplicaStatus()
  if (isUsed === state.isUsed) return
  state.isUsed = isUsed
  const lag = { lagSeconds: Number(lagSeconds.toFixed(3)) }
  if (isUsed) log.info(lag, 'lists and reports are read from the replica')
  else log.warn({ ...lag, reason, ...(error ? { err: error } : {}) }, 'replica left, the primary is read')
}

/** Reads from the replica. Rejects as soon as the replica fails, even during a long read. */
function readWhileAnswering<T>(read: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    state.pendingReads.add(reject)
    read()
      .then(resolve, reject)
      .finally(() => state.pendingReads.delete(reject))
  })
}

/** Waits until the replica has the writes before `writtenAt` (primary's clock). Returns false after a time limit. */
export async function waitForReplica(writtenAt: Date): Promise<boolean> {
  const end = performance.now() + env.DATABASE_REPLICA_MAX_LAG_MS
  while (isReplicaUsable() && performance.now() < end) {
    if (state.sighting && state.sighting.beatAt > writtenAt) return true
    await pause(POLL_MS)
  }
  return false
}

export const replicaHealth: ReplicaHealth = {
  isUsable: isReplicaUsable,
  runWhileHealthy: readWhileAnswering,
  recordFailure: recordReplicaFailure,
  countRead: (from) => emitSignal('replicaRead', { from }),
}
