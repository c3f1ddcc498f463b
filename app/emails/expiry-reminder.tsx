import type { CivilDate } from '#app/domain/calendar.ts'
import type { Centavos } from '#app/domain/money.ts'
import { button, cell, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDate, formatReais } from '#app/text/format.ts'
import { daysLeftWords, validUntilWords } from '#app/text/subscription-words.ts'

/** A subscription about to expire or just expired (negative days); no price once it is sold no more. */
export type ExpiringUnit = {
  id: number
  name: string
  prefix: string | null
  due: CivilDate
  daysLeft: number
  /** of one more year, or of buying it again when it has expired */
  price: Centavos | null
}

export type ExpiryReminder = {
  contactName: string
  units: ExpiringUnit[]
  /** of everything here that can be renewed; null for nothing */
  renewUrl: string | null
  manageUrl: string
  sender: Sender
}

/** One mail for all of a customer's subscriptions that expire: what, when, what it costs, where to renew (D33). */
export function expiryReminderMail(reminder: ExpiryReminder): {
  subject: string
  text: string
  html: string
} {
  return { subject: subjectOf(reminder), text: textOf(reminder), html: htmlOf(reminder) }
}

function subjectOf({ units }: ExpiryReminder): string {
  const [first] = units
  const days = new Set(units.map(({ daysLeft }) => daysLeft))
  if (first && units.length === 1) return `Sua assinatura ${daysLeftWords(first.daysLeft)}`
  const many = `${units.length} assinaturas`
  if (first && days.size === 1) return `${many} ${daysLeftWords(first.daysLeft, 'many')}`
  if (units.every(isOver)) return `${many} venceram`
  return units.some(isOver) ? `${many} vencidas ou a vencer` : `${many} vencem nos próximos dias`
}

const isOver = ({ daysLeft }: ExpiringUnit) => daysLeft < 0

function nameOf({ name, prefix }: ExpiringUnit): string {
  return prefix === null ? name : `${name}, aeronave ${prefix}`
}

function validityOf({ due, daysLeft }: ExpiringUnit): string {
  if (daysLeft < 0) return `${daysLeftWords(daysLeft)}, em ${formatDate(due)}`
  return `${daysLeftWords(daysLeft)}: ${validUntilWords(due)}`
}

function priceOf(unit: ExpiringUnit): string {
  if (unit.price === null)
    return 'Esta publicação saiu do catálogo e não pode mais ser comprada nem renovada.'
  return isOver(unit)
    ? `Comprar novamente, com um ano incluído: ${formatReais(unit.price)}`
    : `Renovação por mais um ano: ${formatReais(unit.price)}`
}

const promise = 'Renovando até o vencimento, o novo ano conta a partir dele: nenhum dia se perde.'
const over =
  'O que venceu não recebe mais revisões e não pode mais ser baixado. Em Suas publicações você pode comprar novamente.'

function notesOf({ units, renewUrl }: ExpiryReminder): string[] {
  return [...(renewUrl === null ? [] : [promise]), ...(units.some(isOver) ? [over] : [])]
}

function textOf(reminder: ExpiryReminder): string {
  return [
    `Olá, ${reminder.contactName}.`,
    '',
    ...reminder.units.flatMap((unit) => [nameOf(unit), validityOf(unit), priceOf(unit), '']),
    ...notesOf(reminder).flatMap((note) => [note, '']),
    ...(reminder.renewUrl === null ? [] : [`${renewWords(reminder)}: ${reminder.renewUrl}`]),
    `Suas publicações: ${reminder.manageUrl}`,
    '',
    ...senderText(reminder),
  ].join('\n')
}

function renewWords({ units }: ExpiryReminder): string {
  const renewable = units.filter((unit) => !isOver(unit) && unit.price !== null)
  return renewable.length === 1 ? 'Renovar a assinatura' : `Renovar ${renewable.length} assinaturas`
}

function htmlOf(reminder: ExpiryReminder): string {
  const { renewUrl, manageUrl } = reminder
  const hasOver = reminder.units.some(isOver)
  return renderMail({
    title: subjectOf(reminder),
    sender: reminder.sender,
    children: (
      <>
        <p>Olá, {reminder.contactName}.</p>
        <UnitTable units={reminder.units} />
        {notesOf(reminder).map((note) => (
          <p key={note}>{note}</p>
        ))}
        {renewUrl === null ? null : (
          <p>
            <a href={renewUrl} style={button}>
              {renewWords(reminder)}
            </a>
          </p>
        )}
        <p>
          <a href={manageUrl} {...(renewUrl === null && hasOver ? { style: button } : {})}>
            Suas publicações
          </a>
        </p>
      </>
    ),
  })
}

function UnitTable({ units }: { units: ExpiringUnit[] }) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
      <tbody>
        {units.map((unit) => (
          <tr key={unit.id}>
            <td style={cell}>
              <strong>{nameOf(unit)}</strong>
              <br />
              {validityOf(unit)}
              <br />
              {priceOf(unit)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
