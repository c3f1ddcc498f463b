import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

/** A request. `route` is a pattern of routes.ts, never a path; `status` is 0 until known. */
export type RequestData = {
  method: string
  route: string
  requestId: string
  startedAt: number
  status: number
  cachedPage?: string
  traceparent?: string // the header of a proxy before the shop (W3C)
}
export type JobData = {
  job: string
  subject: string
  outboxId: number
  attempt: number
  startedAt: number
}
export type CallData = { provider: string; startedAt: number }

type Failure = { error?: unknown }

/** Tracing channels of Node cost almost nothing without a listener. */
export const requestSpans: TracingChannel<unknown, RequestData & Failure> = tracingChannel('aeropub:request')
const jobSpans: TracingChannel<unknown, JobData & Failure> = tracingChannel('aeropub:job')
const callSpans: TracingChannel<unknown, CallData & Failure> = tracingChannel('aeropub:call')

export function traceJob<T>(data: Omit<JobData, 'startedAt'>, work: () => Promise<T>): Promise<T> {
  return jobSpans.tracePromise(work, { ...data, startedAt: performance.now() })
}

export function traceCall<T>(provider: string, work: () => Promise<T>): Promise<T> {
  return callSpans.tracePromise(work, { provider, startedAt: performance.now() })
}

export const spans = { request: requestSpans, job: jobSpans, call: callSpans }

type Events = {
  mail: { state: 'sent' | 'refused' | 'failed' | 'declined' | 'returned' }
  breaker: { name: string; isOpen: boolean }
  /** a read that may be slightly outdated, and the server that answered it */
  replicaRead: { from: 'replica' | 'primary' }
  /** an effect added in a transaction that may still be retried or fail */
  promise: { job: string; subject: string }
  security: { kind: string }
  securityAlert: { kind: 'account' | 'network' }
}
type Listeners = { [Name in keyof Events]: ((data: Events[Name]) => void)[] }

declare global {
  var aeropubListeners: Listeners | undefined
}

/** Stored in globalThis, because server and pages of a process are two bundles. */
globalThis.aeropubListeners ??= {
  mail: [],
  breaker: [],
  replicaRead: [],
  promise: [],
  security: [],
  securityAlert: [],
}
const listeners: Listeners = globalThis.aeropubListeners

export function emitSignal<Name extends keyof Events>(name: Name, data: Events[Name]): void {
  for (const listener of listeners[name]) listener(data)
}

/** Adds a listener. Returns a function that removes it. */
export function onSignal<Name extends keyof Events>(
  name: Name,
  listener: (data: Events[Name]) => void,
): () => void {
  listeners[name].push(listener)
  return () => void listeners[name].splice(listeners[name].indexOf(listener), 1)
}
