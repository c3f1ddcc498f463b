import { z } from 'zod'
import { orderStatusCode } from '#app/api/wire/codes.ts'
import { civilDate, id, instant, reais } from '#app/api/wire/values.ts'
import type { testEvent, WebhookEvent } from '#app/domain/settings/webhook.ts'
import { webhookEventLabels } from '#app/text/settings/webhook-labels.ts'

const orderWire = z
  .object({
    id,
    profile: id,
    status_code: orderStatusCode.meta({ example: 2 }),
    date: civilDate,
    paid_on: civilDate.nullable(),
    total_publications: reais,
    shipping_type: z.string().meta({ example: 'PAC' }),
    shipping_value: reais.meta({ description: '0.01 quando o frete não é cobrado no pedido' }),
    total: reais,
  })
  .meta({ id: 'OrderEvent' })

const shipmentWire = z
  .object({
    id,
    client: id,
    order: z.array(id).meta({ description: 'Vazio em um envio direto' }),
    shipping_type: z.string().meta({ example: 'PAC' }),
    status: z
      .number()
      .int()
      .meta({ description: '1 Em Andamento, 2 Enviado, 3 Entregue, 4 Devolvido', example: 2 }),
    status_code: z.number().int().meta({ description: 'O mesmo que status', example: 2 }),
    track_code: z.string().nullable(),
    send_date: civilDate.nullable(),
  })
  .meta({ id: 'ExpeditionEvent' })

const signatureWire = z
  .object({
    id,
    order: id,
    profile: id,
    publication: id,
    status: z.object({ id: z.number().int().meta({ description: '1 a 5', example: 5 }) }),
    start: civilDate,
    starts_on: civilDate.meta({ description: 'O mesmo que start' }),
    due: civilDate.nullable(),
    times_renewed: z.number().int().meta({ example: 0 }),
  })
  .meta({ id: 'SignatureEvent' })

const publicationWire = z
  .object({ id, name: z.string(), version: z.string(), date: civilDate, active: z.boolean() })
  .meta({ id: 'PublicationEvent' })

const signatureData = z.object({ signature: signatureWire })
const orderData = z.object({ order: orderWire })

type EventName = WebhookEvent | typeof testEvent

const eventData = {
  'order.placed': orderData,
  'order.paid': orderData,
  'order.cancelled': orderData,
  'order.dispatched': z.object({ expedition: shipmentWire }),
  'subscription.released': signatureData,
  'subscription.renewed': signatureData,
  'subscription.expired': signatureData,
  'publication.revised': z.object({ publication: publicationWire }),
  ping: z.object({}),
} as const satisfies Record<EventName, z.ZodType>

function makeEventBody(event: string, data: z.ZodType) {
  return z.object({
    id: z.string().meta({ description: 'O mesmo que Webhook-Id', example: 'evt_2kT0mYc1XbQ9vJ4sZrLw' }),
    type: z.literal(event),
    created_at: instant,
    data,
  })
}

const eventTitles: Readonly<Record<EventName, string>> = { ...webhookEventLabels, ping: 'Teste' }
const eventNames: readonly EventName[] = Object.keys(eventData).filter(
  (name): name is EventName => name in eventTitles,
)
/** All events with their titles and bodies. */
export const webhookBodies = eventNames.map((event) => ({
  event,
  title: eventTitles[event],
  body: makeEventBody(event, eventData[event]),
}))
