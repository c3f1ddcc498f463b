import { formatRemittanceFileName } from '#app/domain/payments/remittance-agreement.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { compactText } from '#app/domain/platform/folded-text.ts'
import { findBoletoNumbers } from '#app/models/charges/boleto-number.server.ts'
import { filterFoundOrders } from '#app/models/orders/order-search.server.ts'
import type { listRemittanceInstructions, listRemittances } from '#app/models/payments/remittance.server.ts'
import { findBankAgreement } from '#app/models/settings/setting.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

/** Most rows of a list on the page; the counts include all rows. */
const MAX_ROWS_SHOWN = 100

/** A shorter number is not compared with the boletos' own numbers. */
const MIN_NUMBER_LENGTH = 6
const digitsOnly = /^\d+$/

type SearchableRow = { orderId: number; ourNumberPrinted: string }

/** Returns the rows whose "nosso número" or order matches the search. */
export async function filterBoletos<Row extends SearchableRow>(
  search: string,
  rows: readonly Row[],
): Promise<Row[]> {
  if (search === '') return [...rows]
  const foundOrderIds = await filterFoundOrders(
    search,
    rows.map(({ orderId }) => orderId),
  )
  const searchText = compactText(search)
  const isOurNumber = digitsOnly.test(searchText) && searchText.length >= MIN_NUMBER_LENGTH
  return rows.filter(
    ({ orderId, ourNumberPrinted }) =>
      foundOrderIds.has(orderId) || (isOurNumber && compactText(ourNumberPrinted).includes(searchText)),
  )
}

/** Returns the boleto numbers of the current agreement; null if there is none. */
export async function loadBoletoNumbers() {
  const agreement = await findBankAgreement()
  return agreement ? findBoletoNumbers(agreement) : null
}

type RemittanceFile = Awaited<ReturnType<typeof listRemittances>>['rows'][number]

/** Returns a remittance file as the list shows it. */
export function toFileRow({ createdAt, refusedAt, hasContent, ...file }: RemittanceFile) {
  return {
    ...file,
    refusedAt: refusedAt && formatDateTime(refusedAt),
    hasContent: Boolean(hasContent),
    name: formatRemittanceFileName(file.sequence, toCivilDate(createdAt)),
    createdText: formatDateTime(createdAt),
  }
}

type Instructions = Awaited<ReturnType<typeof listRemittanceInstructions>>

/** Returns the waiting boletos that a search finds, with counts. `sendable` counts without the search. */
export async function searchWaitingBoletos(
  search: string,
  { ready: allReady, faulty: allFaulty, ...otherData }: Instructions,
) {
  const [ready, faulty] = await Promise.all([
    filterBoletos(search, allReady),
    filterBoletos(search, allFaulty),
  ])
  const counts = { ready: ready.length, faulty: faulty.length, sendable: allReady.length }
  const shownRows = {
    ready: ready.slice(0, MAX_ROWS_SHOWN).map(toBoletoRow),
    faulty: faulty.slice(0, MAX_ROWS_SHOWN).map(toBoletoRow),
  }
  return { ...otherData, counts, ...shownRows }
}

function toBoletoRow({ id, orderId, ourNumberPrinted, faults, boleto }: Instructions['ready'][number]) {
  const { instruction, dueDate, value, payer } = boleto
  return { id, orderId, ourNumber: ourNumberPrinted, faults, instruction, dueDate, value, payer: payer.name }
}
