import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { button, labelledRows, paragraph } from '#app/mails/platform/blocks.ts'
import { defineMail, getCompanyEmail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findWaitingEvent } from '#app/models/payments/gateway/waiting-event.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { getEventAdvice, getGatewayEventName } from '#app/text/payments/gateway-event-labels.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

type GatewayEventToCheck = {
  name: string
  orderId: number | null
  externalId: string | null
  eventUrl: string
  sender: CompanyContact
}

/** Asks staff to check an event, unless they have closed it (D154). */
const gatewayEventToCheck = defineMail({
  name: 'mail-staff-gateway-event',
  label: `E-mail à equipe: aviso ${gatewayLabels.of} a conferir`,
  async find(subject) {
    const event = await findWaitingEvent(Number(subject))
    if (!event) throw new JobRefused('no waiting event for this mail')
    if (event.resolvedAt) return undefined
    const { name, orderId, externalId } = event
    const eventUrl = `${env.PUBLIC_URL}${paths.admin.gatewayEvent(event.id)}`
    return { name, orderId, externalId, eventUrl, sender: await loadMailSender() }
  },
  to: getCompanyEmail,
  write: ({ name, orderId, externalId, eventUrl }: GatewayEventToCheck) => ({
    subject: `Cobrança ${gatewayLabels.of} que não combina com a loja${orderId === null ? '' : `: pedido nº ${orderId}`}`,
    blocks: [
      paragraph(getEventAdvice(name, 'differs')),
      labelledRows([
        { label: 'Aviso', value: getGatewayEventName(name) },
        ...(orderId === null ? [] : [{ label: 'Pedido', value: `nº ${orderId}` }]),
        ...(externalId === null ? [] : [{ label: 'Cobrança', value: externalId }]),
      ]),
      button('Abrir o aviso', eventUrl),
    ],
  }),
})

export const gatewayEventMails = [gatewayEventToCheck]
