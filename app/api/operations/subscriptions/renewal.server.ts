import { z } from 'zod'
import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import {
  makeIncompleteProfileError,
  orderForCaller,
} from '#app/api/operations/orders/customer-order.server.ts'
import { type LineBody, orderBody } from '#app/api/operations/orders/order-body.ts'
import { getRefusalCode } from '#app/api/operations/orders/order-refusal.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { id, idInput, idPath } from '#app/api/wire/values.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { renewalWindowDays } from '#app/domain/subscriptions/subscription.ts'
import { limitOrder } from '#app/http/checkout/checkout-limits.server.ts'
import { startRenewal } from '#app/http/checkout/renewal.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { OrderRefused, placeRenewals } from '#app/models/orders/order-placement.server.ts'
import type { RenewalUnit } from '#app/models/subscriptions/renewal.server.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

const shippingBody = orderBody.pick({ shipping_type: true, shipping_value: true })

const sharedFields = {
  method: 'POST',
  tag: 'Assinaturas',
  access: 'customer',
  scope: 'signatures:write',
  isCreating: true,
  success: {
    status: 201,
    description: 'O pedido da renovação',
    schema: z.object({ order: id }).meta({ id: 'Renewal' }),
  },
} as const

export const renewSignature = defineOperation({
  ...sharedFields,
  id: 'renewSignature',
  path: '/signature/{id}/renew/',
  aliases: ['/api/renew_signature/{id}/'],
  summary: 'Renovar uma assinatura',
  description: [
    `Nos ${renewalWindowDays} dias antes do vencimento, pelo preço de renovação de hoje; com a chamada o cliente aceita os termos de compra em vigor (\`/terms\`). A resposta é o pedido, e a repetição responde o mesmo pedido enquanto ele espera pagamento.`,
    'Um impresso leva frete: `shipping_type` e `shipping_value` como em `POST /order/`, para o peso da publicação. Para renovar várias com um só frete, ou junto de outras compras, faça um pedido com `signature` nas linhas. O carrinho da loja não muda.',
  ].join('\n\n'),
  params: idPath,
  body: shippingBody.optional(),
  refusalStatuses: [404],
  handle: ({ params, body = {} }, call) => renew(parseId(params.id), body, call),
})

export const renewNamedSignature = defineOperation({
  ...sharedFields,
  id: 'renewNamedSignature',
  path: '/api/renew_signature/',
  summary: 'Renovar a assinatura que o corpo diz',
  description: 'Como `POST /signature/{id}/renew/`.',
  body: shippingBody.extend({ signature: hiddenField(idInput) }),
  refusalStatuses: [404],
  handle: ({ body: { signature, ...body } }, call) => renew(signature, body, call),
})

async function renew(signatureId: number | undefined, body: z.output<typeof shippingBody>, call: Call) {
  if (signatureId === undefined) throw new ApiError(404)
  const token = call.idempotencyKey ?? makeCheckoutToken()
  const step = await startRenewal(requireApiViewer(call), [signatureId], token)
  if ('orderId' in step) return { order: step.orderId }
  if ('faults' in step) throw makeFieldError('non_field_errors', step.faults.join(' '), 'not_renewable')
  if (step.cartReason === 'no-address') throw makeIncompleteProfileError()
  // Without a reason to use the cart, the renewal is ordered at once; otherwise freight must be chosen.
  if (step.cartReason === null) return { order: await placeRenewalOrder(step.units, token, call) }
  const { profileId } = requireApiViewer(call)
  const order = { profile: profileId, publications: step.units.map(toLineBody), ...body }
  return { order: (await orderForCaller(order, call)).id }
}

/** Returns an order line with today's price, because the API call contains no price. */
function toLineBody({ id: signature, publicationId: publication, renewalPrice }: RenewalUnit): LineBody {
  return { publication, signature, value: renewalPrice ?? 0 }
}

async function placeRenewalOrder(units: readonly RenewalUnit[], token: string, call: Call): Promise<number> {
  const viewer = requireApiViewer(call)
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
      today: toCivilDate(new Date()),
    })
    return orderId
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error
    return findOpenOrderId(error)
  }
}

/** Returns the unpaid order that already renews the subscription. Throws ApiError 400 for other rejections. */
function findOpenOrderId({ reason }: OrderRefused): number {
  const reject = (text: string): never => {
    throw makeFieldError('non_field_errors', text, getRefusalCode(reason.code))
  }
  switch (reason.code) {
    case 'not-renewable':
      return reason.orderId ?? reject(renewalBlockerLabels[reason.blocker])
    case 'below-minimum':
      return reject(messages.belowMinimum(formatReais(reason.minimum)))
    case 'total-too-high':
      return reject(messages.totalTooHigh)
    case 'payer-incomplete':
      return reject(messages.payerIncomplete)
    default:
      return reject(messages.pageStale)
  }
}
