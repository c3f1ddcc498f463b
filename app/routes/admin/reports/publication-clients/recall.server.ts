import type { LoaderFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { publicationClients, type SubscribersFilter } from '#app/models/reports/publication-clients.server.ts'
import type { RecallText } from '#app/models/reports/recall-notice.server.ts'
import { paths } from '#app/paths.ts'
import { toHolderQuery } from '#app/reports/holders-query.ts'
import { parseChosenProfiles, toChosenQuery } from '#app/reports/publication-clients.server.ts'
import { readHoldersFilter } from '#app/reports/publication-clients-filter.server.ts'
import { requirePublication } from '#app/routes/admin/reports/publication-clients/publication-clients.server.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { formatInteger } from '#app/text/platform/numbers.ts'
import { formatHolders } from '#app/text/reports/holder-labels.ts'
import { formatRecallReason, listRecallRows } from '#app/text/reports/recall-mail-text.ts'

/** Returns filter and number of the clients that the address selects, with texts and links for the page. */
export async function loadRecallHolders({ request, params: { id: publicationId } }: LoaderFunctionArgs) {
  const { id, name } = await requirePublication(publicationId)
  const params = new URL(request.url).searchParams
  const { filter: holdersFilter, query } = await readHoldersFilter(params, id)
  const chosen = parseChosenProfiles(params)
  const filter: SubscribersFilter = {
    publicationId: id,
    today: toCivilDate(new Date()),
    chosen,
    ...holdersFilter,
  }
  const { count } = await publicationClients.totals(filter)
  const countText = count === 1 ? '1 cliente' : `${formatInteger(count)} clientes`
  return {
    id,
    name,
    count,
    filter,
    recipientsText: `${countText}${formatHolders(holdersFilter)}.`,
    back: paths.admin.publicationClients(id, query),
    formHref: paths.admin.publicationRecall(id, { ...toHolderQuery(query), ...toChosenQuery(chosen) }),
  }
}

/** Returns the mail for the first client; null if no client is selected. */
export async function previewRecall(filter: SubscribersFilter, { subject, body }: RecallText) {
  const [holder] = await publicationClients.rows(filter, { limit: 1, offset: 0 })
  if (!holder) return null
  const { name } = await requirePublication(String(filter.publicationId))
  const { units, isCompany, companyName } = holder
  const recallData = { name, units, company: isCompany ? companyName : null, today: filter.today }
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  return {
    to: getClientName(holder),
    subject,
    lines: [`Olá, ${holder.name}.`, ...lines].map((text, key) => ({ key, text })),
    details: listRecallRows(recallData),
    reason: formatRecallReason(recallData),
  }
}
