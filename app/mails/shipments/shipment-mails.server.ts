import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { breakLinks } from '#app/domain/accounts/person-name.ts'
import { getTrackingPage } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import {
  type Block,
  button,
  formatGreeting,
  formatMailedAddress,
  joinBlocks,
  lines,
  link,
  type MailedAddress,
  openingText,
  paragraph,
} from '#app/mails/platform/blocks.ts'
import { defineMail, getCompanyEmail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findCurrentDispatch } from '#app/models/shipments/shipment-dispatch.server.ts'
import {
  listUndispatchedUnits,
  maxListedUndispatched,
} from '#app/models/subscriptions/subscription-expiry.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatMailedAircraft } from '#app/text/accounts/aircraft-labels.ts'
import { formatService, getTrackingDelay } from '#app/text/checkout/carriers.ts'
import { readerLabels } from '#app/text/orders/reader-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'

type DispatchedShipment = {
  sender: CompanyContact
  contactName: string
  trackCode: string | null
  serviceName: string
  address: MailedAddress | null
  /** `version` as sold, `revision` as dispatched */
  items: (AircraftName & { name: string; version: string; revision: string })[]
  manageUrl: string
  orderIds: number[]
}

/** Sent once per dispatch, unless the shipment was returned (D38, F65). */
const dispatched = defineOrderMail({
  name: 'mail-dispatched',
  label: 'E-mail: expedição enviada',
  async find(subject) {
    const dispatch = await findCurrentDispatch(subject)
    if (!dispatch) return undefined
    const serviceName = formatService(dispatch.type)
    const manageUrl = `${env.PUBLIC_URL}${paths.manage()}`
    return { ...dispatch, serviceName, manageUrl, sender: await loadMailSender() }
  },
  to: ({ email }) => email,
  orders: ({ orderIds }) => orderIds,
  write: (shipment: DispatchedShipment, reader) => {
    const subject = formatDispatchedSubject(shipment)
    return {
      subject,
      blocks: [
        openingText(formatGreeting(shipment.contactName), 'Está a caminho:', `${subject}. Está a caminho:`),
        lines(listContents(shipment)),
        joinBlocks(
          ...(shipment.address ? [paragraph(`Para: ${formatMailedAddress(shipment.address)}`)] : []),
          paragraph(`Forma de envio: ${shipment.serviceName}`),
          ...makeTrackingBlocks(shipment),
        ),
        link(readerLabels[reader].publicationsLink, shipment.manageUrl),
      ],
    }
  },
})

/** Copies whose subscription expired before dispatch, in the night of `day`. */
type UndispatchedCopies = {
  day: CivilDate
  units: (AircraftName & {
    id: number
    orderId: number
    customer: string
    name: string
    version: string
    due: CivilDate
  })[]
  hasMore: boolean
  sender: CompanyContact
}

/** Informs staff about copies that expired before dispatch, unless all are in a withdrawal (D34). */
const undispatched = defineMail({
  name: 'mail-staff-undispatched',
  label: 'E-mail à equipe: exemplares não enviados',
  async find(day) {
    const undispatchedUnits = await listUndispatchedUnits(day)
    if (undispatchedUnits.length === 0) return undefined
    const units = undispatchedUnits
      .slice(0, maxListedUndispatched)
      .map((unit) => ({ ...unit, due: unit.due ?? day }))
    return { day, units, hasMore: undispatchedUnits.length > units.length, sender: await loadMailSender() }
  },
  to: getCompanyEmail,
  write: ({ day, units, hasMore }: UndispatchedCopies) => {
    const count = hasMore ? `mais de ${units.length}` : `${units.length}`
    const continuation = hasMore ? ['A lista continua: há outras além destas.'] : []
    return {
      subject: `Envios pendentes que venceram: ${count} em ${formatDate(day)}`,
      blocks: [
        paragraph(
          'Estas assinaturas venceram sem que o exemplar fosse enviado. Combine com cada cliente o envio ou um novo vencimento; com um vencimento à frente, a situação anterior volta.',
        ),
        lines([...units.map(formatUndispatchedLine), ...continuation]),
      ],
    }
  },
})

export const shipmentMails = [dispatched, undispatched]

function formatDispatchedSubject({ orderIds }: DispatchedShipment): string {
  const numbers = orderIds.map((id) => `nº ${id}`)
  const lastNumber = numbers.pop()
  if (lastNumber === undefined) return 'Remessa enviada'
  return numbers.length === 0
    ? `Pedido ${lastNumber} enviado`
    : `Pedidos ${numbers.join(', ')} e ${lastNumber} enviados`
}

/** Returns lines such as '2 × Manual da Hélice (versão 3), aeronave PT-ABC'. */
function listContents({ items }: DispatchedShipment): string[] {
  const countsByText = new Map<string, number>()
  for (const { name, version, revision, ...aircraft } of items) {
    const boughtText = version === revision ? '' : `; comprada na versão ${version}`
    const copyText = `${name} (versão ${revision}${boughtText})${formatMailedAircraft(aircraft)}`
    countsByText.set(copyText, (countsByText.get(copyText) ?? 0) + 1)
  }
  return [...countsByText].map(([copyText, count]) => `${count} × ${copyText}`)
}

/** Returns the tracking code. A code with a wrong check digit has no link. */
function makeTrackingBlocks({ trackCode }: DispatchedShipment): Block[] {
  if (trackCode === null) return [paragraph('Esta remessa não tem código de rastreamento.')]
  const code = paragraph('Código de rastreamento: ', { text: trackCode, as: 'code' })
  const page = getTrackingPage(trackCode)?.address
  const delay = getTrackingDelay(trackCode)
  if (page === undefined || delay === null) return [code]
  return [code, button('Rastrear a remessa', page, [page]), paragraph(delay)]
}

function formatUndispatchedLine(unit: UndispatchedCopies['units'][number]): string {
  const aircraft = formatMailedAircraft(unit)
  const unitText = `Assinatura ${unit.id}, pedido nº ${unit.orderId}: ${unit.name} (versão ${unit.version})${aircraft}`
  return `${unitText}. ${breakLinks(unit.customer)}, venceu em ${formatDate(unit.due)}`
}
