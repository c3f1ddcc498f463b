import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

/** `route` as routes.ts writes it, never what was asked for; `status` is 0 until it is known. */
export type RequestFacts = {
  method: string
  route: string
  requestId: string
  startedAt: number
  status: number
  keptPage?: string
  /** of a proxy in front (W3C) */
  traceparent?: string
}
export type JobFacts = {
  job: string
  subject: string
  outboxId: number
  attempt: number
  startedAt: number
}
export type CallFacts = { provider: string; startedAt: number }

type Failed = { error?: unknown }

/** Spans of work, on Node's channels: next to free while nobody listens. */
export const requestSpans: TracingChannel<unknown, RequestFacts & Failed> = tracingChannel('aeropub:request')
const jobSpans: TracingChannel<unknown, JobFacts & Failed> = tracingChannel('aeropub:job')
const callSpans: TracingChannel<unknown, CallFacts & Failed> = tracingChannel('aeropub:call')

/** One run of an effect. */
export function jobSpan<T>(facts: Omit<JobFacts, 'startedAt'>, work: () => Promise<T>): Promise<T> {
  return jobSpans.tracePromise(work, { ...facts, startedAt: performance.now() })
}

/** One call of a service that others run, a printer or a disk. */
export function callSpan<T>(provider: string, work: () => Promise<T>): Promise<T> {
  return callSpans.tracePromise(work, { provider, startedAt: performance.now() })
}

export const spans = { request: requestSpans, job: jobSpans, call: callSpans }

type Events = {
  mail: { state: 'sent' | 'refused' | 'failed' | 'declined' | 'returned' }
  breaker: { name: string; isOpen: boolean }
  /** a read that may be a little old, by the server that answered it */
  replicaRead: { from: 'replica' | 'primary' }
  /** an effect that a transaction writes down; the transaction may still be redone or fail */
  promise: { job: string; subject: string }
  /** what happened at a door, and that somebody guesses (D127) */
  security: { kind: string }
  securityAlert: { of: 'account' | 'network' }
}
type Listeners = { [Name in keyof Events]: ((facts: Events[Name]) => void)[] }

declare global {
  var aeropubListeners: Listeners | undefined
}

/** On globalThis, since the edge and the pages of a process are two bundles. */
globalThis.aeropubListeners ??= {
  mail: [],
  breaker: [],
  replicaRead: [],
  promise: [],
  security: [],
  securityAlert: [],
}
const listeners: Listeners = globalThis.aeropubListeners

export function signal<Name extends keyof Events>(name: Name, facts: Events[Name]): void {
  for (const listener of listeners[name]) listener(facts)
}

/** Returns what ends it. */
export function onSignal<Name extends keyof Events>(
  name: Name,
  listener: (facts: Events[Name]) => void,
): () => void {
  listeners[name].push(listener)
  return () => void listeners[name].splice(listeners[name].indexOf(listener), 1)
}
