import type { OrderEffect } from '#app/domain/order-status.ts'
import { issueBoleto } from '#app/jobs/issue-boleto.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { renderSlipPdf } from '#app/jobs/render-slip.server.ts'
import { tellOrderReceived } from '#app/jobs/tell-order-received.server.ts'
import { tellOrderUnderReview } from '#app/jobs/tell-order-under-review.server.ts'
import { tellPaymentConfirmed } from '#app/jobs/tell-payment-confirmed.server.ts'

/** Every effect that a model may promise has its job here; a missing one fails the compiler. */
const jobs: Record<OrderEffect, Job> = {
  'issue-boleto': issueBoleto,
  'render-slip': renderSlipPdf,
  'tell-order-received': tellOrderReceived,
  'tell-order-under-review': tellOrderUnderReview,
  'tell-payment-confirmed': tellPaymentConfirmed,
}

const byName = new Map<string, Job>(Object.entries(jobs))

/** The jobs this version knows. */
export const jobNames = [...byName.keys()]

/** The job of a name found in the outbox, or undefined when this version does not know it. */
export function jobNamed(name: string): Job | undefined {
  return byName.get(name)
}
