import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId, parseListParams } from '#app/http/list-params.ts'
import { notFound, redirectPastEnd } from '#app/http/responses.server.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import {
  type ChosenProfiles,
  countHeldRevisions,
  listSubscribersWithoutAddress,
  maxSubscribersPerPage,
  publicationClients,
  type SubscriberRow,
  type SubscribersFilter,
} from '#app/models/reports/publication-clients.server.ts'
import { listRecalls, type RecallSummary } from '#app/models/reports/recall-notice.server.ts'
import { getReportDelay, getScreenReader } from '#app/models/reports/report-db.server.ts'
import { paths } from '#app/paths.ts'
import { formatAircraft, formatPublication } from '#app/reports/publication-clients.server.ts'
import { readHoldersFilter } from '#app/reports/publication-clients-filter.server.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { formatWithdrawalMention } from '#app/text/orders/withdrawal-labels.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { formatInteger } from '#app/text/platform/numbers.ts'
import { holderLabels } from '#app/text/reports/holder-labels.ts'
import { formatProgress } from '#app/text/reports/recall-labels.ts'
import { formatReportDelay } from '#app/text/reports/report-labels.ts'
import { getCustomerSubscriptionStatus } from '#app/text/subscriptions/subscription-labels.ts'

/** The page lists at most this many names of clients without an address. */
const MAX_NAMES = 100

/** Returns the publication whose id is in the URL, or responds with 404 (back-office §5). */
export async function requirePublication(id: string | undefined) {
  const publicationId = parseId(id) ?? notFound()
  return { ...((await findPublicationForStaff(publicationId)) ?? notFound()), id: publicationId }
}

/** Returns a page of a publication's clients for the screen. */
export async function loadPublicationClientsPage(
  request: Request,
  publication: Awaited<ReturnType<typeof requirePublication>>,
  { today, perPage = maxSubscribersPerPage }: { today: CivilDate; perPage?: number },
) {
  const params = new URL(request.url).searchParams
  const holdersFilter = await readHoldersFilter(params, publication.id)
  const filter = { publicationId: publication.id, today, chosen: { except: [] }, ...holdersFilter.filter }
  const { page } = parseListParams(request)
  // An export that takes too long redirects to this page, which offers to prepare the file.
  const isFileRequested = params.has('prepare')
  const clientsPage = isFileRequested ? 'too-long' : await readClientsPage(filter, { page, perPage })
  const isDelayed = typeof clientsPage === 'string'
  const { totals, rows, withoutAddress, revisions, recalls } = isDelayed ? emptyClientsPage : clientsPage
  const { count, units } = totals
  const pages = Math.max(1, Math.ceil(count / perPage))
  if (!isDelayed) redirectPastEnd(request, { page, pages })
  return {
    id: publication.id,
    name: publication.name,
    publication: formatPublication(publication),
    rows: rows.map((row) => formatRow(row, today)),
    withoutAddress: { count: withoutAddress.count, names: withoutAddress.rows.map(getClientName) },
    count,
    units,
    page,
    pages,
    offer: isDelayed ? formatReportDelay(clientsPage, undefined) : null,
    isNoneMarked: params.get('selected') === 'none',
    query: holdersFilter.query,
    revisions: holdersFilter.revisions,
    chips: listRevisionChips({ id: publication.id, ...holdersFilter }, revisions),
    recalls: recalls.map((recall) => toRecallRow(publication.id, recall)),
  }
}

const emptyClientsPage = {
  totals: { count: 0, units: 0 },
  rows: [],
  withoutAddress: { count: 0, rows: [] },
  revisions: [],
  recalls: [],
}

type ChipQuery = { id: number } & Pick<Awaited<ReturnType<typeof readHoldersFilter>>, 'query' | 'revisions'>

/** Returns entries such as 'Rev. 9: 41', newest revision first, without unused revisions. */
function listRevisionChips({ id, query, revisions }: ChipQuery, counts: readonly HeldCount[]) {
  const filters = revisions.map(({ version, id: key }) => ({ held: version, revision: String(key) }))
  return [...filters, { held: null, revision: '0' }].flatMap(({ held, revision }) => {
    const { count } = counts.find((row) => row.held === held) ?? { count: 0 }
    if (count === 0) return []
    const isChosen = query.revision === revision
    const href = paths.admin.publicationClients(id, { ...query, revision: isChosen ? undefined : revision })
    return [{ key: revision, label: `${held ?? holderLabels.none}: ${formatInteger(count)}`, href, isChosen }]
  })
}

type HeldCount = Awaited<ReturnType<typeof countHeldRevisions>>[number]

function toRecallRow(publicationId: number, recall: RecallSummary) {
  const { id, createdAt, subject, held, asker, ...progress } = recall
  const day = toCivilDate(createdAt)
  const query = { notice: String(id), publication_id: String(publicationId), start: day, end: day }
  return {
    id,
    sentText: formatDateTime(createdAt),
    href: paths.admin.report('recall', query),
    subject,
    held: held === '' ? holderLabels.none : (held ?? holderLabels.any),
    asker: asker ?? '-',
    progress: formatProgress(progress),
  }
}

/** Reads a page of clients with totals. Returns the delay if the query takes longer than a screen waits. */
async function readClientsPage(
  filter: SubscribersFilter,
  { page, perPage }: { page: number; perPage: number },
) {
  const reader = getScreenReader()
  try {
    const [totals, rows, withoutAddress, revisions, recalls] = await Promise.all([
      publicationClients.totals(filter, reader),
      publicationClients.rows(filter, { limit: perPage, offset: (page - 1) * perPage }, reader),
      listSubscribersWithoutAddress(filter, MAX_NAMES, reader),
      countHeldRevisions(filter, reader),
      listRecalls(filter.publicationId, reader),
    ])
    return { totals, rows, withoutAddress, revisions, recalls }
  } catch (error) {
    const delay = getReportDelay(error)
    if (!delay) throw error
    return delay
  }
}

function formatRow(row: SubscriberRow, today: CivilDate) {
  return {
    profileId: row.profileId,
    name: getClientName(row),
    email: row.email,
    phone: formatPhoneText(row.phone) || '-',
    units: groupTexts(row.units.map((unit) => formatUnit(unit, today))),
  }
}

function formatUnit(unit: SubscriberRow['units'][number], today: CivilDate): string {
  return [
    ...formatAircraft(unit),
    unit.held === null ? 'nenhuma revisão ainda' : `tem a ${unit.held}`,
    unit.due === null ? 'compra avulsa' : `até ${formatDate(unit.due)}`,
    unit.isSuspended ? 'Suspensa' : getCustomerSubscriptionStatus(unit, today).text,
    unit.withdrawal === null ? '' : formatWithdrawalMention(unit.withdrawal),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns each text once, with its number if it occurs several times. */
function groupTexts(texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`))
}

/**
 * Returns the selected clients. With the scope 'all', or if the whole page is selected, returns all clients of
 * the publication except the clients deselected on this page. `markedIds` are the ids selected on the page.
 */
export function parseChoice(form: FormData): { chosen: ChosenProfiles; markedIds: number[] } {
  const markedIds = form.getAll('profile').flatMap((id) => parseId(id) ?? [])
  const markedSet = new Set(markedIds)
  const shownIds = String(form.get('shown') ?? '').split('.')
  const unmarkedIds = shownIds.flatMap((id) => parseId(id) ?? []).filter((id) => !markedSet.has(id))
  const isWholePageMarked = markedIds.length > 0 && unmarkedIds.length === 0
  const areAllChosen = form.has('scope') ? form.get('scope') === 'all' : isWholePageMarked
  const chosen = areAllChosen && form.has('shown') ? { except: unmarkedIds } : { only: markedIds }
  return { chosen, markedIds }
}
