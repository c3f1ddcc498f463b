import { z } from 'zod'
import { defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { toInternalRefusal, validateInternalItems } from '#app/api/operations/orders/internal-order.server.ts'
import { lineBody } from '#app/api/operations/orders/order-body.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { id, idInput } from '#app/api/wire/values.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { addInternalLine, type LineRefusal } from '#app/models/orders/internal-line.server.ts'
import { OrderRefused } from '#app/models/orders/order-placement.server.ts'
import { readOrders } from '#app/models/orders/order-wire.server.ts'
import type { ApiCode } from '#app/text/platform/api-codes.ts'

export const addOrderLine = defineOperation({
  id: 'addOrderLine',
  method: 'POST',
  path: '/order_publication/',
  tag: 'Pedidos',
  summary: 'Incluir uma linha em um pedido',
  description:
    'Um pedido nasce inteiro em `POST /order/`: o seu boleto, feito em seguida, vale o total. Por isso só a equipe inclui uma linha, e só em um pedido interno sem pagamento cujo boleto não pôde ser feito; ele é então pedido de novo. Nos outros casos a resposta é 409 e diz por quê.',
  access: 'customer',
  scope: 'orders:write',
  isCreating: true,
  // The specification does not define this body, so unknown fields are accepted.
  body: lineBody
    .extend({ order: idInput })
    .loose()
    .meta({ id: 'AddedOrderLine', example: { order: 12, publication: 15, value: 128.9, fuel_type: 0 } }),
  success: { status: 201, description: 'O número da linha', schema: z.object({ id }) },
  async handle({ body: { order: orderId, ...line } }, call) {
    const { isStaff, userId: actorUserId, profileId } = requireApiViewer(call)
    const [order] = await readOrders([orderId], isStaff ? undefined : profileId)
    if (!order) throw new ApiError(404)
    if (!isStaff || order.shipping_type !== shippingTypes.internal) throw toLineError('not-internal')
    const today = toCivilDate(new Date())
    // The body is a single line, so a field's path has no list name and index.
    const makeIssue = (_index: number, field: string, message: string, code?: ApiCode) => ({
      path: [field],
      message,
      code,
    })
    const items = await validateInternalItems(
      { profile: order.profile_id, publications: [line] },
      today,
      makeIssue,
    )
    const actor = { actorUserId, source: 'internal-order' }
    return { id: await addLine(orderId, items, { actor, today }) }
  },
})

type Items = Awaited<ReturnType<typeof validateInternalItems>>
type LineContext = { actor: { actorUserId: number; source: string }; today: string }

async function addLine(orderId: number, [item]: Items, context: LineContext): Promise<number> {
  if (!item) throw new ApiError(400)
  try {
    const lineIdOrRefusal = await addInternalLine({ orderId, item, ...context })
    if (typeof lineIdOrRefusal === 'number') return lineIdOrRefusal
    throw toLineError(lineIdOrRefusal)
  } catch (error) {
    throw error instanceof OrderRefused ? toInternalRefusal(error.reason) : error
  }
}

function toLineError(reason: LineRefusal): ApiError {
  const texts: Record<LineRefusal, string> = {
    'unknown-order': 'Não encontrado.',
    'not-internal': 'Um pedido da loja não recebe mais linhas: faça outro pedido.',
    'not-waiting': 'Só um pedido com pagamento pendente recebe outra linha.',
    'boleto-made':
      'O boleto deste pedido já foi feito ou está sendo feito, e vale o seu total: faça outro pedido.',
  }
  return new ApiError(reason === 'unknown-order' ? 404 : 409, texts[reason])
}
