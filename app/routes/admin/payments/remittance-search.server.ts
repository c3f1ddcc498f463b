import { formatRemittanceFileName } from '#app/domain/payments/remittance-agreement.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { compactText } from '#app/domain/platform/folded-text.ts'
import { findBoletoNumbers } from '#app/models/charges/boleto-number.server.ts'
import { filterFoundOrders } from '#app/models/orders/order-search.server.ts'
import type { listRemittanceInstructions, listRemittances } from '#app/models/payments/remittance.server.ts'
import { findBankAgreement } from '#app/models/settings/setting.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

/** The number of waiting rows on the page; the count includes all. */
const SHOWN = 100

const MIN_NUMBER_LENGTH = 6

type Named = { orderId: number; ourNumberPrinted: string }

/** Returns waiting boletos by "nosso número" or by their order. */
export async function filterMatching<Row extends Named>(
  search: string,
  rows: readonly Row[],
): Promise<Row[]> {
  if (search === '') return [...rows]
  const orders = await filterFoundOrders(
    search,
    rows.map(({ orderId }) => orderId),
  )
  const typedText = compactText(search)
  const isNumber = /^\d+$/.test(typedText) && typedText.length >= MIN_NUMBER_LENGTH
  return rows.filter(
    ({ orderId, ourNumberPrinted }) =>
      orders.has(orderId) || (isNumber && compactText(ourNumberPrinted).includes(typedText)),
  )
}

/** Returns the boleto numbers of the current agreement; null without one. */
export async function loadNumbers() {
  const agreement = await findBankAgreement()
  return agreement ? findBoletoNumbers(agreement) : null
}

type File = Awaited<ReturnType<typeof listRemittances>>['rows'][number]

/** Returns a remittance file as the list shows it. */
export function toFileRow({ createdAt, refusedAt, hasContent, ...file }: File) {
  return {
    ...file,
    refusedAt: refusedAt && formatDateTime(refusedAt),
    hasContent: Boolean(hasContent),
    name: formatRemittanceFileName(file.sequence, toCivilDate(createdAt)),
    at: formatDateTime(createdAt),
  }
}

type Waiting = Awaited<ReturnType<typeof listRemittanceInstructions>>

/** Returns the waiting boletos that a search finds, with their count. */
export async function toWaitingRows(
  search: string,
  { ready: allReady, faulty: allFaulty, ...data }: Waiting,
) {
  const [ready, faulty] = await Promise.all([
    filterMatching(search, allReady),
    filterMatching(search, allFaulty),
  ])
  const counts = { ready: ready.length, faulty: faulty.length, sendable: allReady.length }
  const shownRows = { ready: ready.slice(0, SHOWN).map(toRow), faulty: faulty.slice(0, SHOWN).map(toRow) }
  return { ...data, counts, ...shownRows }
}

function toRow({ id, orderId, ourNumberPrinted, faults, boleto }: Waiting['ready'][number]) {
  const { instruction, dueDate, value, payer } = boleto
  return { id, orderId, ourNumber: ourNumberPrinted, faults, instruction, dueDate, value, payer: payer.name }
}
