import { z } from 'zod'
import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { requireOrder } from '#app/api/operations/orders/orders.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { requireMatch } from '#app/api/version.server.ts'
import { getOrderStatusText, orderStatusInput } from '#app/api/wire/codes.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { orderWire } from '#app/api/wire/order.ts'
import { flagInput, idInput, idPath } from '#app/api/wire/values.ts'
import { listStatusOffers, type OrderStatus, orderStatus } from '#app/domain/orders/order-status.ts'
import { orderFormSchema, rejectionSchema } from '#app/forms/staff-order.ts'
import { optionalLines } from '#app/forms/text-field.ts'
import { setOrderStatus } from '#app/http/backoffice/order-status.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { approveOrder, rejectOrder as reject } from '#app/models/orders/order-status.server.ts'
import { findStaffOrder, saveStaffOrder } from '#app/models/orders/staff-order.server.ts'
import { listOtherRenewals } from '#app/models/payments/payment-blockers.server.ts'
import { formatOtherRenewals } from '#app/text/payments/other-renewals.ts'
import { messages } from '#app/text/platform/messages.ts'

/** Accepts a text, or null to empty the field. */
function makeSentTextSchema<Schema extends z.ZodType<string, string | undefined>>(schema: Schema) {
  return z
    .string()
    .nullable()
    .transform((text): string | undefined => text ?? '')
    .pipe(schema)
}

/** Accepts a text, null to empty the field, or nothing to leave it unchanged. */
function makeOptionalTextSchema<Schema extends z.ZodType<string, string | undefined>>(schema: Schema) {
  return makeSentTextSchema(schema).optional()
}

const nfeData = { description: 'Só com pagamento confirmado', example: '1234' }

const purchaseOrder = makeOptionalTextSchema(orderFormSchema.shape.purchase_order).meta({
  description: 'Número do pedido de compra do cliente',
  example: 'PC-4500123',
})

const sharedFields = { tag: 'Pedidos', access: 'staff', scope: 'orders:write', isVersioned: true } as const
const success = { status: 200, description: 'O pedido como ficou', schema: orderWire } as const

export const updateOrder = defineOperation({
  ...sharedFields,
  id: 'updateOrder',
  method: 'PUT',
  path: '/order/{id}/',
  summary: 'Alterar NF-e, pedido de compra e nota de um pedido',
  description: 'Um campo ausente fica como está. A nota só a equipe vê.',
  acceptsOwnResponse: true,
  params: idPath,
  body: z
    .strictObject({
      nfe: makeOptionalTextSchema(orderFormSchema.shape.nfe).meta(nfeData),
      purchase_order: hiddenField(purchaseOrder),
      note: makeOptionalTextSchema(orderFormSchema.shape.note),
    })
    .meta({
      id: 'OrderChanges',
      example: { nfe: '1234', purchase_order: 'PC-4500123', note: 'Ligar antes de enviar.' },
    }),
  success,
  async handle({ params, body }, call) {
    return saveChanges(parseId(params.id), body, call)
  },
})

export const updateOrderNfe = defineOperation({
  ...sharedFields,
  id: 'updateOrderNfe',
  method: 'POST',
  path: '/api/order_update_nfe/',
  summary: 'Registrar a NF-e de um pedido',
  description: 'Vazio ou null tira o número; sem o campo, a resposta é 400.',
  body: z
    .strictObject({ order: idInput, nfe: makeSentTextSchema(orderFormSchema.shape.nfe).meta(nfeData) })
    .meta({ id: 'OrderNfe' }),
  success,
  async handle({ body: { order, nfe } }, call) {
    return saveChanges(order, { nfe: nfe ?? '' }, call)
  },
})

type Changes = { nfe?: string; purchase_order?: string; note?: string }

async function saveChanges(orderId: number | undefined, changes: Changes, call: Call) {
  const order = await loadStaffOrder(orderId)
  requireMatch(call, order.lock_version, order.status)
  const { note = order.note, nfe, purchase_order: purchaseOrderText } = changes
  const edit = {
    note: note || null,
    nfe: nfe === undefined ? undefined : nfe || null,
    purchaseOrder: purchaseOrderText === undefined ? undefined : purchaseOrderText || null,
    lock_version: order.lock_version,
  }
  const saveResult = await saveStaffOrder(order.id, edit, getActor(call))
  if (saveResult === 'nfe-locked') throw makeFieldError('nfe', messages.nfeLocked, 'locked')
  return requireOrder(order.id, call)
}

export const updateOrderStatus = defineOperation({
  ...sharedFields,
  id: 'updateOrderStatus',
  method: 'POST',
  path: '/api/order_update_status/',
  summary: 'Alterar a situação de um pedido',
  description: [
    'As situações que a página do pedido oferece. De “Em análise” para “Pagamento pendente” é a aprovação da foto; se faltar uma foto, `without_photo` diz por que o pedido é aprovado sem ela. Se outro pedido já renovou uma unidade deste, “Pagamento confirmado” pede `renewed`.',
    'A chamada confirma o que deixa de valer quando o pedido deixa de estar pago. Reprovar é `/api/order_reject/`.',
  ].join('\n\n'),
  body: z
    .strictObject({
      order: idInput,
      status: orderStatusInput,
      without_photo: hiddenField(optionalLines(500).meta({ example: '' })),
      renewed: hiddenField(
        flagInput.optional().meta({
          description: 'Confirma mais um ano para cada unidade que outro pedido já renovou',
          example: false,
        }),
      ),
    })
    .meta({ id: 'OrderStatusChange' }),
  success,
  async handle({ body }, call) {
    const order = await loadStaffOrder(body.order)
    requireMatch(call, order.lock_version, order.status)
    if (order.status !== body.status) await changeStatus(order, body, call)
    return requireOrder(order.id, call)
  },
})

type StaffOrder = NonNullable<Awaited<ReturnType<typeof findStaffOrder>>>
type StatusChangeBody = { status: OrderStatus; without_photo: string; renewed?: boolean | undefined }

async function changeStatus(order: StaffOrder, body: StatusChangeBody, call: Call) {
  const { status, without_photo: withoutPhoto, renewed: isRenewalAccepted = false } = body
  const shownState = { status: order.status }
  const isApproval = order.status === orderStatus.underReview && status === orderStatus.pendingPayment
  const offer = listStatusOffers(order).find(({ to }) => to === status)
  if (!isApproval && !offer)
    throw makeFieldError(
      'status',
      `De ${getOrderStatusText(order.status)} não se passa a ${getOrderStatusText(status)}`,
      'invalid_transition',
    )
  const { userId } = requireApiViewer(call)
  const outcome = offer
    ? await setOrderStatus(order.id, offer.event, { userId, shownState, isRenewalAccepted })
    : await approveOrder(order.id, getActor(call), { shownState, withoutPhoto })
  if (outcome === 'photo-missing')
    throw makeFieldError('without_photo', messages.approvalReasonRequired, 'required')
  if (outcome === 'account-removed')
    throw makeFieldError('status', messages.accountRemoved, 'invalid_transition')
  if (outcome === 'renewed-elsewhere')
    throw makeFieldError('renewed', await describeRenewals(order.id), 'required')
  if (outcome === 'outdated') throw makeEditConflict(call, messages.orderChanged)
  if (outcome !== 'changed' && outcome !== 'already') throw new ApiError(409, messages.orderChanged)
}

async function describeRenewals(orderId: number): Promise<string> {
  const renewals = formatOtherRenewals(await listOtherRenewals(orderId))
  return [...renewals, messages.renewalNotConfirmed].join(' ')
}

export const rejectOrder = defineOperation({
  ...sharedFields,
  id: 'rejectOrder',
  method: 'POST',
  path: '/api/order_reject/',
  summary: 'Reprovar a foto de um pedido',
  description: 'O pedido em análise é cancelado e não volta; o cliente recebe o motivo por e-mail.',
  body: z
    .strictObject({
      order: idInput,
      reason: rejectionSchema.shape.reason.meta({ example: 'A foto está ilegível.' }),
    })
    .meta({ id: 'OrderRejection' }),
  success,
  async handle({ body }, call) {
    const order = await loadStaffOrder(body.order)
    requireMatch(call, order.lock_version, order.status)
    const outcome = await reject(order.id, body.reason, getActor(call))
    if (outcome === 'not-possible') {
      const detail = 'Só um pedido em análise pode ser reprovado.'
      throw order.status === orderStatus.underReview
        ? makeEditConflict(call, detail)
        : new ApiError(409, detail)
    }
    return requireOrder(order.id, call)
  },
})

/** Returns an error with status 412 if the caller sent If-Match, otherwise 409. */
function makeEditConflict({ args }: Call, detail: string): ApiError {
  return new ApiError(args.request.headers.has('If-Match') ? 412 : 409, detail)
}

async function loadStaffOrder(orderId: number | undefined): Promise<StaffOrder> {
  const order = orderId === undefined ? undefined : await findStaffOrder(orderId)
  if (!order) throw new ApiError(404)
  return order
}

function getActor(call: Call) {
  return { actorUserId: requireApiViewer(call).userId, source: 'staff' }
}
