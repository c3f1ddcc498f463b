import { calculateAmountDue } from '#app/domain/charges/boleto-terms.ts'
import { getPaymentState, isBoletoShown } from '#app/domain/payments/payment.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'
import { isEffectOpenFor, listEffectStates } from '#app/models/platform/outbox.server.ts'

/** The time after which a boleto that is still being issued counts as slow. */
const SLOW_MS = 30_000

/** Returns how an order can be paid now and whether its PDF is still being made. */
export async function findPayment(id: number, profileId: number) {
  // Effects are read before the order, so that the order contains the result of each finished job.
  const effects = await listEffectStates(['issue-boleto', 'render-boleto'], String(id))
  const issueState = effects.get('issue-boleto')
  const renderState = effects.get('render-boleto')
  const order = await findOrderForPayment(id, profileId)
  if (!order) return undefined
  const today = toCivilDate(new Date())
  const state = getPaymentState({ ...order, issue: issueState, today })
  const boleto = isBoletoShown(state) ? order.boleto : null
  const due = boleto && { ...calculateAmountDue(boleto, today), today }
  const isPrinting = boleto !== null && boleto.file === null && renderState !== 'refused'
  const isSlow = state === 'generating' && (await isEffectOpenFor('issue-boleto', String(id), SLOW_MS))
  const isPixComing = boleto?.pixState === 'wanted' && (await isPixUnderWay(boleto.id))
  const pixBoleto = state === 'rejected' ? order.boleto : boleto
  const pixPayload = pixBoleto?.pixPayload ?? null
  return { order, state, isSlow, boleto, pixPayload, due, isPrinting, isPixComing }
}

async function isPixUnderWay(boletoId: number): Promise<boolean> {
  const state = (await listEffectStates(['issue-pix'], String(boletoId))).get('issue-pix')
  return state === 'open' || state === 'done'
}
