import { z } from 'zod'
import { id, instant } from '#app/api/wire/values.ts'
import {
  deliveryStates,
  getDeliveryState,
  type WebhookEvent,
  webhookEvents,
} from '#app/domain/settings/webhook.ts'

const eventsWire = z
  .array(z.enum(webhookEvents))
  .meta({ description: 'Os eventos que recebe', example: ['order.paid'] })

export const webhookWire = z
  .object({
    id,
    description: z.string().meta({ example: 'ERP' }),
    address: z.string().meta({ example: 'https://erp.example/avisos' }),
    events: eventsWire,
    active: z.boolean().meta({ description: 'false: em pausa' }),
  })
  .meta({ id: 'Webhook' })

const secretWire = z.string().meta({
  description: 'Só nesta resposta',
  example: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
})

export const newWebhookWire = webhookWire.extend({ secret: secretWire }).meta({ id: 'NewWebhook' })

export const webhookSecretWire = z
  .object({
    secret: secretWire,
    old_secret_until: instant.meta({
      description: 'Até quando o segredo anterior também assina',
      example: '2026-11-23T12:00:00.000Z',
    }),
  })
  .meta({ id: 'WebhookSecret' })

export const deliveryWire = z
  .object({
    id,
    event: z.string().meta({ example: 'order.paid' }),
    event_id: z.string().meta({ description: 'O Webhook-Id', example: 'evt_2kT0mYc1XbQ9vJ4sZrLw' }),
    record: id.meta({ description: 'Número do registro de que trata', example: 1042 }),
    state: z
      .enum(deliveryStates)
      .meta({ description: 'waiting a enviar, delivered entregue, given-up não entregue' }),
    attempts: z.number().int().meta({ example: 1 }),
    last_status: z.number().int().nullable().meta({ description: 'Da última resposta', example: 204 }),
    last_error: z.string().nullable(),
    created_at: instant,
    next_attempt_at: instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

type Endpoint = {
  id: number
  description: string
  address: string
  events: readonly WebhookEvent[]
  isActive: boolean
}

export function toWebhookWire({
  id,
  description,
  address,
  events,
  isActive,
}: Endpoint): z.output<typeof webhookWire> {
  return { id, description, address, events: [...events], active: Boolean(isActive) }
}

type Delivery = {
  id: number
  event: string
  eventId: string
  entityId: number
  attempts: number
  lastStatus: number | null
  lastError: string | null
  created_at: Date
  nextAttemptAt: Date | null
  delivered_at: Date | null
  given_up_at: Date | null
}

export function toDeliveryWire(row: Delivery): z.output<typeof deliveryWire> {
  return {
    id: row.id,
    event: row.event,
    event_id: row.eventId,
    record: row.entityId,
    state: getDeliveryState(row),
    attempts: row.attempts,
    last_status: row.lastStatus,
    last_error: row.lastError,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
  }
}
