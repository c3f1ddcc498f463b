import { z } from 'zod'
import { type Call, operation, viewerOf } from '#app/api/operation.server.ts'
import { ApiError, fieldError } from '#app/api/problem.server.ts'
import { id, onePath } from '#app/api/wire/values.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { limitOrder } from '#app/http/checkout/checkout-limits.server.ts'
import { startRenewal } from '#app/http/checkout/renewal.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { newCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { OrderRefused, placeRenewals } from '#app/models/orders/order-placement.server.ts'
import type { RenewalUnit } from '#app/models/subscriptions/renewal.server.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { messages } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

export const renewSignature = operation({
  id: 'renewSignature',
  method: 'POST',
  path: '/signature/{id}/renew/',
  aliases: ['/api/renew_signature/{id}/'],
  tag: 'Assinaturas',
  summary: 'Renovar uma assinatura',
  description: [
    'Nos 30 dias antes do vencimento, pelo preço de renovação de hoje; com a chamada o cliente aceita os termos de compra em vigor (`/terms`).',
    'De um download nasce um pedido, e a repetição responde o mesmo pedido. A renovação de um impresso precisa de frete: ela fica no carrinho do cliente, que a termina na loja.',
  ].join('\n\n'),
  access: 'customer',
  scope: 'signatures:write',
  isCreating: true,
  params: onePath,
  success: {
    status: 201,
    description: 'O pedido, ou que a renovação está no carrinho',
    schema: z.object({ order: id.nullable(), in_cart: z.boolean() }).meta({ id: 'Renewal' }),
  },
  async handle({ params }, call) {
    const signatureId = idFrom(params.id)
    if (signatureId === undefined) throw new ApiError(404)
    const token = call.idempotencyKey ?? newCheckoutToken()
    const step = await startRenewal(viewerOf(call), [signatureId], token)
    if ('orderId' in step) return { order: step.orderId, in_cart: false }
    if ('faults' in step) throw fieldError('non_field_errors', step.faults.join(' '))
    if ('inCart' in step) return { order: null, in_cart: true }
    return { order: await place(step.units, token, call), in_cart: false }
  },
})

async function place(units: readonly RenewalUnit[], token: string, call: Call): Promise<number> {
  const viewer = viewerOf(call)
  const limit = await limitOrder(call.args.context, viewer, token)
  if (limit) throw new ApiError(429, limit)
  try {
    const { orderId } = await placeRenewals({
      userId: viewer.userId,
      profileId: viewer.profileId,
      subscriptionIds: units.map((unit) => unit.id),
      checkoutToken: token,
      termsVersion,
      seenPrices: new Map(units.map((unit) => [unit.id, unit.renewalPrice ?? 0])),
      today: civilDateIn(new Date()),
    })
    return orderId
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
    return openOrderOf(error)
  }
}

/** The order of an equal call a moment ago. Throws ApiError 400 with what the model refused. */
function openOrderOf({ reason }: OrderRefused): number {
  const reject = (text: string): never => {
    throw fieldError('non_field_errors', text)
  }
  switch (reason.code) {
    case 'not-renewable':
      return reason.orderId ?? reject(renewalBlockerLabels[reason.blocker])
    case 'nothing-to-pay':
      return reject(messages.nothingToPay)
    case 'total-too-high':
      return reject(messages.totalTooHigh)
    case 'payer-incomplete':
      return reject(messages.payerIncomplete)
    default:
      return reject(messages.pageStale)
  }
}
