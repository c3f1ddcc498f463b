import { z } from 'zod'
import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { getOrderStatusText } from '#app/api/wire/codes.ts'
import { fileAddress } from '#app/api/wire/file-address.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { idInput, idPath } from '#app/api/wire/values.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { PaymentState } from '#app/domain/payments/payment.ts'
import { env } from '#app/env.server.ts'
import { makeBoletoResponse } from '#app/http/boleto-response.server.ts'
import { findPayment } from '#app/http/checkout/payment-state.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { waitUntil } from '#app/http/wait.server.ts'
import { readOrders } from '#app/models/orders/order-wire.server.ts'
import { findBoletoFile } from '#app/models/orders/staff-order.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { paymentLabels } from '#app/text/charges/pay-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'

export const makeBoleto = defineOperation({
  id: 'makeBoleto',
  method: 'POST',
  path: '/api/make_boleto/',
  tag: 'Pedidos',
  summary: 'Gerar o boleto de um pedido',
  description:
    'Responde o boleto que vale, e o mesmo a cada chamada; um vencido ou retirado é trocado por uma nova via. O que impede vem como `error`, também com 200.',
  access: 'customer',
  scope: 'orders:write',
  body: z.strictObject({ order: idInput }).meta({ id: 'OrderReference' }),
  success: {
    status: 200,
    description: 'O endereço do PDF, ou por que não há boleto',
    schema: z
      .object({ transaction_link: fileAddress('PDF do boleto').optional(), error: z.string().optional() })
      .meta({ id: 'Boleto' }),
  },
  async handle({ body }, call) {
    const { profile_id: profileId, status } = await findOwnOrder(body.order, call)
    if (status !== orderStatus.pendingPayment)
      return { error: closedOrderErrors.get(status) ?? getOrderStatusText(status) }
    const { userId, isStaff } = requireApiViewer(call)
    const actor = { actorUserId: userId, source: isStaff ? 'staff' : 'customer' }
    const renewal = await renewBoleto(body.order, { profileId }, actor)
    if (renewal === 'money-waits') return { error: paymentLabels.checking }
    return waitForBoleto(body.order, profileId)
  },
})

const closedOrderErrors = new Map<number, string>([
  [orderStatus.confirmed, 'Este pedido já foi pago'],
  [orderStatus.cancelled, 'Este pedido foi cancelado'],
  [orderStatus.underReview, 'Pedido em análise'],
])

async function findOwnOrder(orderId: number, call: Call) {
  const { isStaff, profileId } = requireApiViewer(call)
  const [order] = await readOrders([orderId], isStaff ? undefined : profileId)
  if (!order) throw new ApiError(404)
  return order
}

/** Waits for the job that issues the boleto, at most `FILE_WAIT_MS`, as pages wait for a file. */
async function waitForBoleto(orderId: number, profileId: number) {
  const findOwnPayment = () => findPayment(orderId, profileId)
  const payment = await waitUntil(findOwnPayment, isDecided, env.FILE_WAIT_MS)
  if (!payment) throw new ApiError(404)
  if (payment.boleto) return { transaction_link: fileLinks.boleto(orderId) }
  return { error: paymentErrors[payment.state] ?? 'O boleto está sendo gerado. Tente de novo em instantes.' }
}

function isDecided(payment: Awaited<ReturnType<typeof findPayment>>): boolean {
  if (!payment) return true
  const { state, boleto, isPrinting } = payment
  return (boleto !== null && !isPrinting) || paymentErrors[state] !== undefined
}

const paymentErrors: Partial<Record<PaymentState, string>> = {
  failed: specTexts.paymentError,
  rejected: paymentLabels.rejected,
  checking: paymentLabels.checking,
  settled: 'Este pedido não espera pagamento',
}

export const getBoleto = defineOperation({
  id: 'getBoleto',
  method: 'GET',
  path: '/api/boleto/{id}/',
  opensByLink: true,
  tag: 'Pedidos',
  summary: 'Baixar o boleto de um pedido',
  description:
    '`id` é o número do pedido. O cliente o baixa enquanto o pedido pode ser pago; a equipe, sempre. Enquanto o PDF está sendo feito, a resposta é 503 com `Retry-After`.',
  access: 'customer',
  scope: 'orders:read',
  params: idPath,
  success: { status: 200, description: 'O boleto', media: 'application/pdf' },
  async handle({ params }, call) {
    const orderId = parseId(params.id)
    if (orderId === undefined) throw new ApiError(404)
    const { profile_id: profileId } = await findOwnOrder(orderId, call)
    const payment = await findPayment(orderId, profileId)
    const file = requireApiViewer(call).isStaff ? await findBoletoFile(orderId) : payment?.boleto?.file
    if (!file && payment?.isPrinting) throw new ApiError(503, undefined, { 'Retry-After': '3' })
    if (!file) throw new ApiError(404)
    return makeBoletoResponse(call.args.request, orderId, file)
  },
})
