import { z } from 'zod'
import { addressWire, toWireAddress } from '#app/api/wire/address.ts'
import { getOrderStatusText, getShipmentStatusText, orderStatusCode } from '#app/api/wire/codes.ts'
import { fileAddress } from '#app/api/wire/file-address.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { buyerWire, foreignWire, fuelWire, toWireBuyer, toWireFuel } from '#app/api/wire/order-parts.ts'
import { publicationWire, toWirePublication } from '#app/api/wire/publication.ts'
import { civilDate, id, reais, recordWire, toReais, toRecordStamps } from '#app/api/wire/values.ts'
import { getPaymentState, isBoletoShown } from '#app/domain/payments/payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { OrderOnWire } from '#app/models/orders/order-wire.server.ts'
import type { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'
import { toWireFreight } from '#app/text/checkout/shipping-labels.ts'

export const orderLineWire = z
  .object({
    id,
    publication: publicationWire,
    value: reais,
    airplane_prefix: z.string().nullable().meta({ example: 'PT-ABC' }),
    airplane_serial_number: z.string().nullable(),
    foreign: foreignWire,
    fuel_type: fuelWire,
    file: fileAddress('Endereço da foto').nullable(),
    renews: id.nullable().meta({ description: 'A assinatura que este item renova' }),
  })
  .meta({ id: 'OrderLine' })

export const orderShipmentWire = z
  .object({
    id,
    status: z.number().int().meta({ description: '1 Em Andamento, 2 Enviado, 3 Entregue, 4 Devolvido' }),
    status_name: z.string(),
    track_code: z.string().nullable().meta({ example: 'AA123456785BR' }),
    send_date: civilDate.nullable(),
  })
  .meta({ id: 'OrderExpedition' })

const orderFileWire = z
  .object({
    id,
    kind: z.string().meta({ description: 'nfe para a nota fiscal, file para os outros', example: 'nfe' }),
    name: z.string().meta({ example: 'danfe.pdf' }),
    file: fileAddress('Endereço'),
  })
  .meta({ id: 'OrderFile' })

export const orderWire = z
  .object({
    id,
    status: z.string().meta({ example: 'Pagamento pendente' }),
    status_code: orderStatusCode.meta({ example: 1 }),
    date: civilDate,
    paid_on: civilDate.nullable().meta({ description: 'Dia do pagamento' }),
    total_publications: reais,
    shipping_type: z.string().meta({ example: 'PAC' }),
    shipping_value: reais.meta({ description: '0.01 quando o frete não é cobrado no pedido' }),
    total: reais.meta({ description: 'Exato, sem o centavo de marca do frete' }),
    transaction_link: fileAddress('PDF do boleto, só enquanto o pedido pode ser pago').nullable(),
    reason: z.string().nullable().meta({ description: 'Por que foi reprovado' }),
    nfe: z.string().nullable(),
    purchase_order: z
      .string()
      .nullable()
      .meta({ description: 'O número do pedido de compra do cliente', example: 'PC-4500123' }),
    note: z.string().nullable().optional().meta({ description: 'Só para a equipe' }),
    file: fileAddress('Endereço do arquivo mais novo; para o cliente, depois de pago').nullable(),
    files: z.array(orderFileWire).meta({
      description: 'Todos os arquivos, do mais novo ao mais antigo; para o cliente, depois de pago',
    }),
    publications: z.array(orderLineWire),
    expeditions: z.array(orderShipmentWire),
    profile: buyerWire,
    billing_address: addressWire,
    shipping_address: addressWire.nullable(),
    ...recordWire,
  })
  .meta({ id: 'Order' })

type Shipment = Awaited<ReturnType<typeof listShipmentsOfOrders>>[number]
type OrderContext = { shipments: readonly Shipment[]; isForStaff: boolean; today: CivilDate }

export function toWireOrder(
  order: OrderOnWire,
  { shipments, isForStaff, today }: OrderContext,
): z.output<typeof orderWire> {
  const orderShipments = shipments.filter(({ orderId }) => orderId === order.id)
  const { status, boleto } = order
  const paymentState = getPaymentState({ status, boleto, issue: undefined, today })
  const files = isForStaff || order.paid_on !== null ? order.files.map(toWireFile) : []
  return {
    id: order.id,
    status: getOrderStatusText(status),
    status_code: status,
    date: order.date,
    paid_on: order.paid_on,
    total_publications: toReais(order.total_publications),
    ...toWireFreight(order),
    total: toReais(order.total),
    transaction_link: isBoletoShown(paymentState) ? fileLinks.boleto(order.id) : null,
    reason: order.reason,
    nfe: order.nfe,
    purchase_order: order.purchase_order,
    ...(isForStaff ? { note: order.note } : {}),
    file: files[0]?.file ?? null,
    files,
    publications: order.lines.map(toWireLine),
    expeditions: orderShipments.map(({ id, status: code, trackCode, send_date }) => ({
      id,
      status: code,
      status_name: getShipmentStatusText(code),
      track_code: trackCode,
      send_date,
    })),
    profile: toWireBuyer(order.profile),
    billing_address: toWireAddress(order.billing),
    shipping_address: order.shipping && toWireAddress(order.shipping),
    ...toRecordStamps(order),
  }
}

function toWireFile({ id, orderId, kind, name }: OrderOnWire['files'][number]) {
  return { id, kind, name, file: fileLinks.order(orderId, id) }
}

/** Returns a line with the publication's data at the time of sale. */
function toWireLine({ publication, ...line }: OrderOnWire['lines'][number]) {
  const { name, version, is_signature, is_download, is_sent_immediately } = line
  const soldCopy = { name, version, is_signature, is_download, is_sent_immediately }
  return {
    id: line.id,
    publication: { ...toWirePublication(publication), ...soldCopy },
    value: toReais(line.value),
    airplane_prefix: line.airplane_registration,
    airplane_serial_number: line.airplane_serial_number,
    foreign: line.airplane_is_foreign,
    fuel_type: toWireFuel(line.fuel_type),
    file: line.photo && fileLinks.photo(line.photo),
    renews: line.renews_subscription_id,
  }
}
