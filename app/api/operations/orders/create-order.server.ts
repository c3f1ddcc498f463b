import { z } from 'zod'
import { defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { orderForCaller, parseShippingService } from '#app/api/operations/orders/customer-order.server.ts'
import { orderInternally } from '#app/api/operations/orders/internal-order.server.ts'
import { orderBody } from '#app/api/operations/orders/order-body.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { id } from '#app/api/wire/values.ts'
import { freightQuoteHours, shippingTypes } from '#app/domain/checkout/shipping.ts'
import { repeatedOrderMinutes } from '#app/domain/orders/order-status.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'

export const createOrder = defineOperation({
  id: 'createOrder',
  method: 'POST',
  path: '/order/',
  tag: 'Pedidos',
  summary: 'Criar um pedido',
  description: [
    'O cliente compra para si, com os endereços do seu cadastro, e aceita com a chamada os termos de compra em vigor (`/terms`).',
    'Uma linha por exemplar. Com `signature` a linha renova essa assinatura, que conserva a aeronave; downloads não levam frete (`shipping_type` Download).',
    `O servidor confere preços e frete: um \`value\` que não é o de hoje é recusado na sua linha, e o frete precisa ser o que \`/api/get_shipping_price/\` respondeu nas últimas ${freightQuoteHours} horas para o CEP de entrega e o peso destes exemplares.`,
    'O pedido com foto nasce em análise, os outros com pagamento pendente; o boleto é feito em seguida.',
    `Um pedido igual a outro dos últimos ${spellNumber(repeatedOrderMinutes)} minutos é recusado em \`repeats\`; com o número do outro ali, é feito. Quem já tem assinatura em vigor da publicação não é avisado aqui.`,
    'A equipe faz um pedido interno para qualquer cliente com `shipping_type` “Pedido Interno”; cada `value` é o preço, o preço de renovação ou zero. Sem nada a pagar, ele é liberado na hora.',
  ].join('\n\n'),
  access: 'customer',
  scope: 'orders:write',
  isCreating: true,
  body: orderBody,
  success: { status: 201, description: 'O número do pedido', schema: z.object({ id }) },
  async handle({ body }, call) {
    const { profileId, isStaff } = requireApiViewer(call)
    const isInternal = parseShippingService(body) === shippingTypes.internal
    if (isInternal && isStaff) return orderInternally(body, call)
    if (isInternal) throw new ApiError(403)
    if (body.profile === profileId) return orderForCaller(body, call)
    if (!isStaff) throw new ApiError(404)
    throw makeFieldError('shipping_type', 'Para outro cliente, use Pedido Interno', 'invalid_choice')
  },
})
