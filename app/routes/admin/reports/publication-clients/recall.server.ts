import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { publicationClients, type SubscribersFilter } from '#app/models/reports/publication-clients.server.ts'
import type { RecallLetter } from '#app/models/reports/recall-notice.server.ts'
import { paths } from '#app/paths.ts'
import { holdersParams } from '#app/reports/holders-query.ts'
import { chosenIn, chosenQuery } from '#app/reports/publication-clients.server.ts'
import { readHoldersFilter } from '#app/reports/publication-clients-filter.server.ts'
import { requirePublication } from '#app/routes/admin/reports/publication-clients/publication-clients.server.ts'
import { clientName } from '#app/text/accounts/client-labels.ts'
import { formatInteger } from '#app/text/platform/numbers.ts'
import { formatHolders } from '#app/text/reports/holder-labels.ts'
import { recallFacts, recallReason } from '#app/text/reports/recall-mail-text.ts'

/** Returns the clients that the address selects, and their number. */
export async function recallHolders({ request, params: { id: askedId } }: LoaderFunctionArgs) {
  const { id, name } = await requirePublication(askedId)
  const params = new URL(request.url).searchParams
  const { filter: holders, query } = await readHoldersFilter(params, id)
  const chosen = chosenIn(params)
  const filter: SubscribersFilter = { publicationId: id, today: civilDateIn(new Date()), chosen, ...holders }
  const { count } = await publicationClients.totals(filter)
  return {
    id,
    name,
    count,
    filter,
    who: `${count === 1 ? '1 cliente' : `${formatInteger(count)} clientes`}${formatHolders(holders)}.`,
    back: paths.admin.publicationClients(id, query),
    here: paths.admin.publicationRecall(id, { ...holdersParams(query), ...chosenQuery(chosen) }),
  }
}

/** Returns the mail for the first client; null if there is none. */
export async function previewRecall(filter: SubscribersFilter, { subject, body }: RecallLetter) {
  const [holder] = await publicationClients.rows(filter, { limit: 1, offset: 0 })
  if (!holder) return null
  const { name } = await requirePublication(String(filter.publicationId))
  const { units, isCompany, companyName } = holder
  const recalled = { name, units, company: isCompany ? companyName : null, today: filter.today }
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  return {
    to: clientName(holder),
    subject,
    lines: [`Olá, ${holder.name}.`, ...lines].map((text, key) => ({ key, text })),
    facts: recallFacts(recalled),
    reason: recallReason(recalled),
  }
}
