import { z } from 'zod'

/** The supervisor's request for figures. The reply repeats `asked`, the number of the round. */
export const metricsQuestion = z.object({ type: z.literal('metrics?'), asked: z.number() })

const valueSchema = z.object({
  value: z.number(),
  labels: z.record(z.string(), z.union([z.string(), z.number()])),
  metricName: z.string().optional(),
})
const metricSchema = z.object({
  name: z.string(),
  help: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram', 'summary']),
  aggregator: z.enum(['sum', 'max', 'first', 'min', 'average', 'omit']),
  values: z.array(valueSchema),
})
export const metricsAnswer = z.object({
  type: z.literal('metrics'),
  asked: z.number(),
  metrics: z.array(metricSchema),
})

export type Snapshot = z.output<typeof metricSchema>[]
