import { z } from 'zod'
import { type WebhookEvent, webhookEvents } from '#app/domain/settings/webhook.ts'
import { requiredText } from '#app/forms/text-field.ts'
import { webhookAddress } from '#app/forms/webhook-address.ts'
import type { EndpointFacts } from '#app/models/settings/webhook-endpoint.server.ts'
import { webhookEventLabels, webhookRefusals } from '#app/text/settings/webhook-labels.ts'

/** The box of an event; Conform would read a dot as a part of a part. */
export function toBoxName(event: WebhookEvent): string {
  return event.replace('.', '_')
}

export const webhookLabels: Readonly<Record<string, string>> = {
  description: 'Descrição',
  address: 'Endereço',
  events: 'Eventos',
  ...Object.fromEntries(webhookEvents.map((event) => [toBoxName(event), webhookEventLabels[event]])),
}

const ticked = z
  .literal('on')
  .optional()
  .transform((box) => box === 'on')

const boxes = Object.fromEntries(webhookEvents.map((event) => [toBoxName(event), ticked]))

/** An endpoint as its form sends it; `allowPrivate` as the installation has it. */
export function webhookSchema(allowPrivate: boolean) {
  return (
    z
      .object({
        lock_version: z.coerce.number().int().min(0).default(0),
        token: z.string().max(100).default(''),
        description: requiredText(100),
        address: webhookAddress(allowPrivate),
        ...boxes,
      })
      // Said together with what is wrong in other fields.
      .refine((given) => eventsIn(given).length > 0, {
        path: ['events'],
        message: webhookRefusals.noEvent,
        when: () => true,
      })
      .transform(({ lock_version, token, description, address, ...ticks }) => {
        const facts: EndpointFacts = { description, address, events: eventsIn(ticks) }
        return { lock_version, token, facts }
      })
  )
}

function eventsIn(given: Readonly<Record<string, unknown>>): WebhookEvent[] {
  return webhookEvents.filter((event) => given[toBoxName(event)] === true)
}

/** As the form shows it, by field name. */
export function webhookTexts({ description, address, events }: EndpointFacts): Record<string, string> {
  const ticks = webhookEvents.map((event) => [toBoxName(event), events.includes(event) ? 'on' : ''])
  return { description, address, ...Object.fromEntries(ticks) }
}
