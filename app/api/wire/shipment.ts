import { z } from 'zod'
import { addressWire, toWireAddress } from '#app/api/wire/address.ts'
import { getShipmentStatusText } from '#app/api/wire/codes.ts'
import { buyerWire, foreignWire, toWireBuyer } from '#app/api/wire/order-parts.ts'
import { civilDate, id, reais, recordWire, toReais, toRecordStamps } from '#app/api/wire/values.ts'
import type { UnitAircraft } from '#app/domain/accounts/aircraft.ts'
import { shipmentTypes } from '#app/domain/checkout/carriers/carriers.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import type { ShipmentOnWire } from '#app/models/shipments/shipment-wire.server.ts'
import { toWireFreight } from '#app/text/checkout/shipping-labels.ts'

const copyWire = z
  .object({
    id: id.meta({ description: 'Da linha do pedido' }),
    order: id,
    name: z.string(),
    version: z.string().meta({ description: 'Vendida' }),
    airplane_prefix: z.string().nullable(),
    airplane_serial_number: z.string().nullable(),
    foreign: foreignWire,
  })
  .meta({ id: 'ExpeditionCopy' })

export const waitingOrderWire = z
  .object({
    id,
    date: civilDate,
    nfe: z.string().nullable(),
    shipping_value: reais,
    publications: z.array(copyWire).meta({ description: 'Os exemplares que esperam envio' }),
    shipping_address: addressWire.nullable().meta({ description: 'Para onde o pedido vai' }),
  })
  .meta({ id: 'WaitingOrder' })

export const shipmentWire = z
  .object({
    id,
    client: buyerWire,
    order: z
      .array(
        waitingOrderWire.omit({ publications: true, shipping_address: true }).meta({ id: 'ExpeditionOrder' }),
      )
      .meta({ description: 'Vazio em um envio direto' }),
    publications: z.array(copyWire),
    direct_shipping: z.boolean(),
    shipping_address: addressWire.nullable().meta({ description: 'Para onde o volume vai' }),
    shipping_type: z.string().meta({ description: shipmentTypes.join(', '), example: 'PAC' }),
    owner: z
      .object({ id, name: z.string().nullable(), email: z.string().nullable() })
      .meta({ id: 'ExpeditionOwner' }),
    status: z.number().int().meta({ description: '1 Em Andamento, 2 Enviado, 3 Entregue, 4 Devolvido' }),
    status_name: z.string(),
    shipping: z.boolean().meta({ description: 'Já foi enviada; calculado' }),
    cancelled: z.boolean().meta({ description: 'Foi desfeita antes de sair' }),
    track_code: z.string().nullable(),
    value: reais,
    note: z.string().nullable(),
    creation_date: civilDate,
    send_date: civilDate.nullable(),
    complete_date: civilDate.nullable(),
    return_date: civilDate.nullable(),
    ...recordWire,
  })
  .meta({ id: 'Expedition' })

export function toWireShipment(row: ShipmentOnWire): z.output<typeof shipmentWire> {
  const { id, status, type, track_code, direct_shipping, note, creation_date, send_date } = row
  return {
    id,
    client: toWireBuyer({ ...row, id: row.profile_id }),
    order: row.orders.map(toWireShipmentOrder),
    publications: row.lines.map(toWireCopy),
    direct_shipping,
    shipping_address: row.address && toWireAddress(row.address),
    shipping_type: type,
    owner: { id: row.owner_user_id, name: row.owner_name, email: row.owner_email },
    status,
    status_name: getShipmentStatusText(status),
    shipping: status !== shipmentStatus.underWay,
    cancelled: row.cancelled_at !== null,
    track_code,
    value: toReais(row.value),
    note,
    creation_date,
    send_date,
    complete_date: row.complete_date,
    return_date: row.return_date,
    ...toRecordStamps(row),
  }
}

type ShippedOrder = {
  id: number
  date: string
  nfe: string | null
  shipping_type: string
  shipping_value: number
}

/** Returns the order with its freight. Freight to be agreed has the specification's value of 0.01 (D2). */
export function toWireShipmentOrder({ id, date, nfe, ...freight }: ShippedOrder) {
  return { id, date, nfe, shipping_value: toWireFreight(freight).shipping_value }
}

type Copy = Omit<UnitAircraft, 'fuel'> & { id: number; order_id: number; name: string; version: string }

export function toWireCopy({ id, order_id: order, name, version, ...aircraft }: Copy) {
  const { registration, serialNumber, isForeign } = aircraft
  const wireAircraft = {
    airplane_prefix: registration,
    airplane_serial_number: serialNumber,
    foreign: isForeign,
  }
  return { id, order, name, version, ...wireAircraft }
}
