import { setTimeout as pause } from 'node:timers/promises'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import type { ReplicaHealth } from '#app/models/platform/replica/replica-driver.server.ts'
import { signal } from '#app/signals.server.ts'

const PAUSE_MS = 2_000 // pause after a failure; then the next heartbeat read from the replica resumes its use
const POLL_MS = 50

export type Sighting = {
  beatAt: Date // the newest heartbeat in the replica, by the primary's clock
  ageMs: number // the lag by the primary's clock, when performance.now() was at least `askedAt`
  askedAt: number
  version: string // the catalogue version in the replica
}

type State = {
  sighting: Sighting | undefined
  pausedUntil: number
  isUsed: boolean | undefined
  startedAt: number
  underWay: Set<(error: unknown) => void>
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
  underWay: new Set(),
}
globalThis.aeropubReplica = state

/**
 * Returns true while the replica's lag is at most DATABASE_REPLICA_MAX_LAG_MS. The lag counts from the last
 * heartbeat read from it, so without new heartbeats the replica is no longer used.
 */
export function isReplicaUsable(): boolean {
  const { sighting, pausedUntil } = state
  if (!sighting || performance.now() < pausedUntil) return false
  return computeAge(sighting) <= env.DATABASE_REPLICA_MAX_LAG_MS
}

function computeAge({ ageMs, askedAt }: Sighting): number {
  return Math.max(0, ageMs) + performance.now() - askedAt
}

export function replicaHasVersion(version: string): boolean {
  return isReplicaUsable() && state.sighting?.version === version
}

export function replicaStatus() {
  const { sighting, startedAt } = state
  return {
    isSet: env.DATABASE_REPLICA_URL !== undefined,
    isUsed: isReplicaUsable(),
    lagSeconds: (sighting ? computeAge(sighting) : performance.now() - startedAt) / 1000,
  }
}

export function noteSighting(sighting: Sighting): void {
  state.sighting = sighting
  noteUse('behind the primary')
}

/** Sends reads to the primary from now on and repeats the reads in progress there. */
export function noteReplicaFailure(error: unknown): void {
  state.pausedUntil = performance.now() + PAUSE_MS
  for (const end of [...state.underWay]) end(error)
  noteUse('does not answer', error)
}

export function noteUse(reason: string, error?: unknown): void {
  const { isUsed, lagSeconds } = replicaStatus()
  if (isUsed === state.isUsed) return
  state.isUsed = isUsed
  const lag = { lagSeconds: Number(lagSeconds.toFixed(3)) }
  if (isUsed) log.info(lag, 'lists and reports are read from the replica')
  else log.warn({ ...lag, reason, ...(error ? { err: error } : {}) }, 'replica left, the primary is read')
}

/** Reads from the replica. Rejects as soon as the replica fails, even during a long read. */
function readWhileAnswering<T>(read: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    state.underWay.add(reject)
    read()
      .then(resolve, reject)
      .finally(() => state.underWay.delete(reject))
  })
}

/** Waits until the replica shows writes before `at` (primary's clock). Returns false if too late. */
export async function replicaReaches(at: Date): Promise<boolean> {
  const end = performance.now() + env.DATABASE_REPLICA_MAX_LAG_MS
  while (isReplicaUsable() && performance.now() < end) {
    if (state.sighting && state.sighting.beatAt > at) return true
    await pause(POLL_MS)
  }
  return false
}

export const replicaHealth: ReplicaHealth = {
  isUsable: isReplicaUsable,
  whileAnswers: readWhileAnswering,
  noteFailure: noteReplicaFailure,
  countRead: (from) => signal('replicaRead', { from }),
}
