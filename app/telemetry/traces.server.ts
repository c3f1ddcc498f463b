import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import {
  type Attributes,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { onSignal, spans } from '#app/signals.server.ts'

type Options = {
  /** address of an OTLP/HTTP receiver; '/v1/traces' is appended */
  endpoint: string
  service: string
  release?: string
  /** share of traced requests from 0 to 1, if no proxy has decided */
  share: number
  sendEveryMs?: number
}

const TIMEOUT_MS = 3_000
const MAX_WAITING_SPANS = 2_000

/**
 * Sends spans of requests, effect runs and outgoing calls in the background. A request and the run of its
 * effect have the same `aeropub.effect` (docs/decisions/0044). Returns a function that stops the sending.
 */
export function sendTraces({ endpoint, service, release, share, sendEveryMs = 2_000 }: Options) {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      ...(release ? { 'service.version': release } : {}),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('aeropub')
  const currentSpans = new AsyncLocalStorage<Span>()
  const openSpans = new WeakMap<object, Span>()

  function startSpan(
    data: object,
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent?: Context,
  ): Span {
    const currentSpan = currentSpans.getStore()
    const parentContext = parent ?? (currentSpan ? trace.setSpan(ROOT_CONTEXT, currentSpan) : ROOT_CONTEXT)
    const span = tracer.startSpan(name, { kind, attributes }, parentContext)
    openSpans.set(data, span)
    return span
  }

  function endSpan(data: object, error: unknown): void {
    const span = openSpans.get(data)
    if (error !== undefined) {
      const type = error instanceof Error ? error.name : typeof error
      span?.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
    }
    span?.end()
  }

  spans.request.start.bindStore(currentSpans, (data) => {
    const { method, route, requestId, traceparent } = data
    return startSpan(
      data,
      `${method} ${route}`,
      SpanKind.SERVER,
      { 'http.request.method': method, 'http.route': route, 'aeropub.request_id': requestId },
      parseContext(traceparent),
    )
  })
  spans.job.start.bindStore(currentSpans, (data) =>
    startSpan(data, data.job, SpanKind.CONSUMER, {
      'aeropub.job': data.job,
      'aeropub.outbox_id': data.outboxId,
      'aeropub.attempt': data.attempt,
      'aeropub.effect': makeEffectName(data.job, data.subject),
    }),
  )
  spans.call.start.bindStore(currentSpans, (data) =>
    startSpan(data, data.provider, SpanKind.CLIENT, { 'peer.service': data.provider }),
  )
  const ignoredEvents = { start() {}, end() {}, asyncStart() {}, error() {} }
  const endHandlers = { ...ignoredEvents, asyncEnd: (data: { error?: unknown }) => endSpan(data, data.error) }
  const answerHandlers = {
    ...ignoredEvents,
    asyncEnd(data: { status: number }) {
      openSpans.get(data)?.setAttribute('http.response.status_code', data.status)
      endSpan(data, data.status >= 500 ? new Error('answer') : undefined)
    },
  }
  spans.request.subscribe(answerHandlers)
  spans.job.subscribe(endHandlers)
  spans.call.subscribe(endHandlers)
  const stopSignals = onSignal('promise', ({ job, subject }) => {
    currentSpans.getStore()?.addEvent('promised', { 'aeropub.effect': makeEffectName(job, subject) })
  })

  return async () => {
    stopSignals()
    spans.request.unsubscribe(answerHandlers)
    spans.job.unsubscribe(endHandlers)
    spans.call.unsubscribe(endHandlers)
    for (const channel of Object.values(spans)) channel.start.unbindStore(currentSpans)
    await provider.shutdown().catch(() => undefined)
  }
}

/** Returns one name per effect, hashed because some subjects are secret tokens. */
export function makeEffectName(job: string, subject: string): string {
  return `${job}/${createHash('sha256').update(`${job} ${subject}`).digest('hex').slice(0, 16)}`
}

/** Parses a W3C trace context, version 00. Returns ROOT_CONTEXT for any other text. */
function parseContext(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT
}
