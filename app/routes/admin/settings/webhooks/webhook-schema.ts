import { z } from 'zod'
import { type WebhookEvent, webhookEvents } from '#app/domain/settings/webhook.ts'
import { requiredText } from '#app/forms/text-field.ts'
import { makeWebhookAddressField } from '#app/forms/webhook-address.ts'
import type { EndpointData } from '#app/models/settings/webhook-endpoint.server.ts'
import { webhookEventLabels, webhookRefusals } from '#app/text/settings/webhook-labels.ts'

/** Returns an event's checkbox name without dots, because Conform reads a dot as nesting. */
export function toCheckboxName(event: WebhookEvent): string {
  return event.replace('.', '_')
}

export const webhookLabels: Readonly<Record<string, string>> = {
  description: 'Descrição',
  address: 'Endereço',
  events: 'Eventos',
  ...Object.fromEntries(webhookEvents.map((event) => [toCheckboxName(event), webhookEventLabels[event]])),
}

const checkbox = z
  .literal('on')
  .optional()
  .transform((box) => box === 'on')

const checkboxes = Object.fromEntries(webhookEvents.map((event) => [toCheckboxName(event), checkbox]))

/** Returns the schema of an endpoint's form; `allowPrivate` is a setting of the installation. */
export function makeWebhookSchema(allowPrivate: boolean) {
  return (
    z
      .object({
        lock_version: z.coerce.number().int().min(0).default(0),
        token: z.string().max(100).default(''),
        description: requiredText(100),
        address: makeWebhookAddressField(allowPrivate),
        ...checkboxes,
      })
      // A refine reports this error together with errors of other fields.
      .refine((sentFields) => listEvents(sentFields).length > 0, {
        path: ['events'],
        message: webhookRefusals.noEvent,
        when: () => true,
      })
      .transform(({ lock_version, token, description, address, ...ticks }) => {
        const details: EndpointData = { description, address, events: listEvents(ticks) }
        return { lock_version, token, details }
      })
  )
}

function listEvents(sentFields: Readonly<Record<string, unknown>>): WebhookEvent[] {
  return webhookEvents.filter((event) => sentFields[toCheckboxName(event)] === true)
}

/** Returns the form's texts by field name. */
export function toWebhookTexts({ description, address, events }: EndpointData): Record<string, string> {
  const ticks = webhookEvents.map((event) => [toCheckboxName(event), events.includes(event) ? 'on' : ''])
  return { description, address, ...Object.fromEntries(ticks) }
}
