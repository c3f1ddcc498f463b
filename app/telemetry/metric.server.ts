import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

type Metric<Label extends string> = { name: string; help: string; labels?: readonly Label[] }

/** Buckets in seconds for durations that a person waits for. */
const WAITED_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Buckets in seconds for background work. */
const BACKGROUND_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Returns functions that create metrics in a registry. The names of all metrics begin with aeropub_. */
export function makeMetricFactory(registry: Registry) {
  const makeOptions = <Label extends string>({ name, help, labels = [] }: Metric<Label>) => ({
    name: `aeropub_${name}`,
    help,
    labelNames: labels,
    registers: [registry],
  })
  return {
    counter: <Label extends string = never>(metric: Metric<Label>) => new Counter(makeOptions(metric)),
    /** `aggregator` combines the gauges of several web processes. */
    gauge: <Label extends string = never>(metric: Metric<Label>, aggregator: 'sum' | 'max' | 'min' = 'sum') =>
      new Gauge({ ...makeOptions(metric), aggregator }),
    seconds: <Label extends string = never>(
      metric: Metric<Label>,
      kind: 'waited' | 'background' = 'waited',
    ) =>
      new Histogram({
        ...makeOptions(metric),
        buckets: kind === 'waited' ? WAITED_BUCKETS : BACKGROUND_BUCKETS,
      }),
  }
}
