import { randomBytes } from 'node:crypto'
import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import type { Refund } from '#app/domain/payments/money-back.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import type { RefundOffer } from '#app/models/payments/money-back.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { listReportsWithoutProof } from '#app/models/payments/refunds/reported-refund.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { formatAmount } from '#app/text/platform/format.ts'

type RefundFields = {
  value: number
  refunded_on: CivilDate
  document: string
  note: string
  token: string
  other?: 'on' | undefined
}
type RefundTarget = Pick<Refund, 'orderId' | 'paymentId'>

const refundFaultTexts = {
  'too-much': 'O valor é maior do que o que resta a reembolsar',
  'nothing-came-in': 'Não há dinheiro recebido a reembolsar',
} as const

export async function recordRefundForm(
  submission: Submission<RefundFields, string[]>,
  target: RefundTarget,
  { userId, back }: { userId: number; back: string },
) {
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { refunded_on: refundedOn, note, value, document, token, other } = submission.value
  const refund = {
    ...target,
    value,
    document,
    token,
    refundedOn,
    note: note === '' ? null : note,
    isOther: other === 'on',
  }
  const result = await recordRefund(refund, { actorUserId: userId, source: 'staff' })
  if (result === 'unknown') return notFound()
  if (result === 'recorded')
    return redirectWithFlash(back, { tone: 'good', text: formatRecordedText(target) })
  if (result === 'already-reported') {
    const reportedRefunds = await withTransaction((trx) => listReportsWithoutProof(trx, refund))
    const fieldErrors = { other: [moneyBackLabels.bankReported.confirmOther(reportedRefunds)] }
    return data(submission.reply({ fieldErrors }), { status: 400 })
  }
  return data(submission.reply({ fieldErrors: { value: [refundFaultTexts[result]] } }), { status: 400 })
}

function formatRecordedText({ orderId }: RefundTarget): string {
  return orderId === null ? 'Reembolso registrado.' : 'Reembolso registrado. O cliente recebe um e-mail.'
}

export function getRefundFormValues({ refundable: left, suggestedAmount }: RefundOffer) {
  return {
    left,
    saved: {
      value: suggestedAmount > 0 ? formatAmount(suggestedAmount) : '',
      refunded_on: toCivilDate(new Date()),
    },
    token: randomBytes(16).toString('hex'),
  }
}
