import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import {
  button,
  formatGreeting,
  joinBlocks,
  link,
  optOutLine,
  paragraph,
} from '#app/mails/platform/blocks.ts'
import { defineMail, type OptOut } from '#app/mails/platform/define-mail.ts'
import { getOptOut } from '#app/mails/platform/opt-out.server.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { buildExpiringUnits, type ExpiringUnit, isExpired } from '#app/mails/subscriptions/expiring-units.ts'
import { findExpiryNotice } from '#app/models/subscriptions/expiry-reminder.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { mailTopicLabels } from '#app/text/accounts/mail-topic-labels.ts'
import { formatDaysLeft } from '#app/text/subscriptions/subscription-labels.ts'

/** The most units that fit into the link's URL. Above this number, the link leads to the customer's page. */
const MAX_UNITS_IN_LINK = 100

type ExpiryReminder = {
  contactName: string
  units: ExpiringUnit[]
  /** null if no unit can be renewed */
  renewUrl: string | null
  manageUrl: string
  optOut: OptOut
  sender: CompanyContact
}

/**
 * Reminds a customer of the subscriptions that expire, once a day, unless all are renewed (D33). The job's
 * subject is '{profile}/{day}'.
 */
const expiryReminder = defineMail({
  name: 'mail-expiry',
  label: 'E-mail: vencimento de assinaturas',
  async find(subject) {
    const [, profileId, day] = /^(\d+)\/(\d{4}-\d{2}-\d{2})$/.exec(subject) ?? []
    if (!profileId || !day) throw new JobRefused('no customer and day for this mail')
    const notice = await findExpiryNotice(Number(profileId), day, toCivilDate(new Date()))
    if (!notice) return undefined
    const units = notice.units.map((unit) => ({
      ...unit,
      price: findPrice(unit),
      renewal: findOpenRenewal(unit),
    }))
    const manageUrl = `${env.PUBLIC_URL}${paths.manage()}`
    const optOut = await getOptOut(notice.userId, 'reminders')
    const sender = await loadMailSender()
    return { ...notice, units, renewUrl: formatRenewUrl(units), manageUrl, optOut, sender }
  },
  to: ({ email }) => email,
  optOut: ({ optOut }) => optOut,
  write: (reminder: ExpiryReminder) => ({
    subject: formatSubject(reminder),
    blocks: [
      paragraph(formatGreeting(reminder.contactName)),
      buildExpiringUnits(reminder.units),
      ...listNotes(reminder).map((note) => paragraph(note)),
      joinBlocks(...listLinks(reminder)),
      optOutLine(mailTopicLabels.reminders, reminder.optOut.url),
    ],
  }),
})

export const expiryMails = [expiryReminder]

function formatSubject({ units }: ExpiryReminder): string {
  const [firstUnit] = units
  const days = new Set(units.map(({ daysLeft }) => daysLeft))
  if (firstUnit && units.length === 1) return `Sua assinatura ${formatDaysLeft(firstUnit.daysLeft)}`
  const countText = `${units.length} assinaturas`
  if (firstUnit && days.size === 1) return `${countText} ${formatDaysLeft(firstUnit.daysLeft, 'many')}`
  if (units.every(isExpired)) return `${countText} venceram`
  return units.some(isExpired) ? `${countText} vencidas ou a vencer` : `${countText} vencem nos próximos dias`
}

const renewalPromise = 'Renovando até o vencimento, o novo ano conta a partir dele: nenhum dia se perde.'
const expiryText = 'O que venceu não recebe mais revisões e não pode mais ser baixado.'
const buyAgainText = 'Em Minhas publicações você pode comprar novamente.'

function listNotes({ units, renewUrl }: ExpiryReminder): string[] {
  const expiredUnits = units.filter(isExpired)
  const lossText = expiredUnits.some(({ price }) => price !== null)
    ? `${expiryText} ${buyAgainText}`
    : expiryText
  return [...(renewUrl === null ? [] : [renewalPromise]), ...(expiredUnits.length === 0 ? [] : [lossText])]
}

function listLinks({ units, renewUrl, manageUrl }: ExpiryReminder) {
  const makeManageLink = renewUrl === null && units.some(isExpired) ? button : link
  const manageLink = makeManageLink('Minhas publicações', manageUrl)
  if (renewUrl === null) return [manageLink]
  const renewableCount = units.filter((unit) => !isExpired(unit) && unit.price !== null).length
  const label = renewableCount === 1 ? 'Renovar a assinatura' : `Renovar ${renewableCount} assinaturas`
  return [button(label, renewUrl), manageLink]
}

type Unit = {
  daysLeft: number
  active: boolean
  isSignature: boolean
  price: Centavos
  renewalPrice: Centavos | null
  openOrderId: number | null
}

/**
 * Returns the price of a renewal or, after expiry, of a purchase (D33). Returns null if the publication is not sold or
 * the renewal is ordered.
 */
function findPrice({
  daysLeft,
  active,
  isSignature,
  price,
  renewalPrice,
  openOrderId,
}: Unit): Centavos | null {
  if (!active || openOrderId !== null) return null
  if (daysLeft < 0) return price
  return isSignature ? renewalPrice : null
}

function findOpenRenewal({ openOrderId: orderId }: Unit) {
  return orderId === null ? null : { orderId, url: `${env.PUBLIC_URL}${paths.payment(orderId)}` }
}

function formatRenewUrl(units: { id: number; daysLeft: number; price: Centavos | null }[]): string | null {
  const ids = units.filter(({ daysLeft, price }) => daysLeft >= 0 && price !== null).map(({ id }) => id)
  const [firstUnit] = ids
  if (firstUnit === undefined) return null
  if (ids.length > MAX_UNITS_IN_LINK) return `${env.PUBLIC_URL}${paths.manage()}`
  return `${env.PUBLIC_URL}${ids.length === 1 ? paths.renew(firstUnit) : paths.renewals({ ids })}`
}
