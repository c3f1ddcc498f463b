import { Fragment } from 'react'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { button, cell, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { daysLeftWords, validUntilWords } from '#app/text/subscriptions/subscription-words.ts'

/** A subscription about to expire or just expired (negative days); no price once it is sold no more. */
export type ExpiringUnit = {
  id: number
  name: string
  prefix: string | null
  due: CivilDate
  daysLeft: number
  /** of one more year, or of buying it again when it has expired */
  price: Centavos | null
  /** the order in which its renewal waits for the payment, and the way there */
  renewal: { orderId: number; url: string } | null
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

/** Units of one publication that expire on one day, told together. */
type Group = { unit: ExpiringUnit; count: number; prefixes: string[] }

function groupsOf({ units }: ExpiryReminder): Group[] {
  const groups = new Map<string, Group>()
  for (const unit of units) {
    const key = JSON.stringify([unit.name, unit.due, unit.price, unit.renewal])
    const group = groups.get(key) ?? { unit, count: 0, prefixes: [] }
    const prefixes = unit.prefix === null ? group.prefixes : [...new Set([...group.prefixes, unit.prefix])]
    groups.set(key, { unit, count: group.count + 1, prefixes })
  }
  return [...groups.values()]
}

function nameOf({ unit, count }: Group): string {
  return count === 1 ? unit.name : `${count} × ${unit.name}`
}

/** Words, what must not break in them, and where they lead. */
type Line = { words: string; whole: string[]; url?: string }

/** For which aircraft they are, until when they count, what they cost: a line each. Marks and amounts stay whole. */
function linesOf({ unit, count, prefixes }: Group): Line[] {
  const { daysLeft, due, price } = unit
  const aircraft = prefixes.length === 1 ? 'Aeronave: ' : 'Aeronaves: '
  const number = count === 1 ? 'one' : 'many'
  const left = daysLeftWords(daysLeft, number)
  const validity = isOver(unit)
    ? `${left}, em ${formatDate(due)}`
    : `${left}: ${validUntilWords(due, number)}`
  const each = count === 1 ? '' : ' (cada)'
  const offer = isOver(unit) ? 'Comprar novamente, com um ano incluído' : 'Renovação por mais um ano'
  return [
    ...(prefixes.length === 0 ? [] : [{ words: aircraft, whole: prefixes }]),
    { words: `${validity.slice(0, 1).toUpperCase()}${validity.slice(1)}`, whole: [] },
    unit.renewal ? renewalLine(unit.renewal) : offerLine(price, `${offer}${each}: `),
  ]
}

function offerLine(price: Centavos | null, words: string): Line {
  return price === null ? { words: soldOut, whole: [] } : { words, whole: [formatReais(price)] }
}

function renewalLine({ orderId, url }: { orderId: number; url: string }): Line {
  return { words: `Renovação no pedido nº ${orderId}, aguardando pagamento`, whole: [], url }
}

const soldOut = 'Esta publicação saiu do catálogo e não pode mais ser comprada nem renovada.'
const promise = 'Renovando até o vencimento, o novo ano conta a partir dele: nenhum dia se perde.'
const over = 'O que venceu não recebe mais revisões e não pode mais ser baixado.'
const buyAgain = 'Em Suas publicações você pode comprar novamente.'

function notesOf({ units, renewUrl }: ExpiryReminder): string[] {
  const gone = units.filter(isOver)
  const lost = gone.some(({ price }) => price !== null) ? `${over} ${buyAgain}` : over
  return [...(renewUrl === null ? [] : [promise]), ...(gone.length === 0 ? [] : [lost])]
}

function textOf(reminder: ExpiryReminder): string {
  return [
    `Olá, ${reminder.contactName}.`,
    '',
    ...groupsOf(reminder).flatMap((group) => [
      nameOf(group),
      ...linesOf(group).map(({ words, whole, url }) => `${words}${whole.join(', ')}${url ? `: ${url}` : ''}`),
      '',
    ]),
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
        <GroupTable groups={groupsOf(reminder)} />
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

function GroupTable({ groups }: { groups: Group[] }) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
      <tbody>
        {groups.map((group) => (
          <tr key={group.unit.id}>
            <td style={cell}>
              <strong>{nameOf(group)}</strong>
              {linesOf(group).map(({ words, whole, url }) => (
                <Fragment key={words}>
                  <br />
                  {url ? <a href={url}>{words}</a> : words}
                  {whole.map((piece, index) => (
                    <Fragment key={piece}>
                      {index === 0 ? '' : ', '}
                      <span style={{ whiteSpace: 'nowrap' }}>{piece}</span>
                    </Fragment>
                  ))}
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
