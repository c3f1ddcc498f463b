import type { RequestArgs } from '#app/http/context.server.ts'
import { parseListParams } from '#app/http/list-params.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { rejectRole, requireStaff } from '#app/http/staff.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import {
  canChangePrices,
  countPriceChanges,
  findCurrentPriceChange,
  type findPriceChange,
  listPriceChanges,
  type PreviewedTitle,
  priceChangesPerPage,
} from '#app/models/catalogue/price-change.server.ts'
import { paths } from '#app/paths.ts'
import { formatPercentage, formatPriceFault } from '#app/text/catalogue/price-change-labels.ts'
import { getPublicationState } from '#app/text/catalogue/publication-labels.ts'
import { formatVersion } from '#app/text/catalogue/version-label.ts'
import { formatDateTime, formatReais } from '#app/text/platform/format.ts'

/** Requires the right to change all prices; other staff get a 403 (D50). */
export async function requirePriceChanger(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireStaff(args)
  return (await canChangePrices(viewer.userId)) ? viewer : rejectRole(args, viewer)
}

type PriceChange = Awaited<ReturnType<typeof listPriceChanges>>[number]
type PriceLine = NonNullable<Awaited<ReturnType<typeof findPriceChange>>>['lines'][number]

/** Returns the requested page of price changes as text. */
export async function loadPriceChangesPage(request: Request) {
  const { page } = parseListParams(request)
  const [count, changes] = await Promise.all([countPriceChanges(), listPriceChanges(page)])
  const pages = Math.max(1, Math.ceil(count / priceChangesPerPage))
  redirectPastEnd(request, { page, pages })
  return { changes: changes.map(toPriceChangeRow), page, pages }
}

/** Returns a row of the list of price changes, with texts for percentage, time, author and undo. */
export function toPriceChangeRow({
  id,
  percentage,
  reason,
  at,
  maker,
  titles,
  undone_at,
  undoer,
}: PriceChange) {
  const undoerText = undoer ? `, ${undoer}` : ''
  return {
    id,
    href: paths.admin.priceChangeMade(id),
    percentage: formatPercentage(percentage),
    reason,
    changedText: formatDateTime(at),
    by: maker ?? '-',
    titles: titles ?? 0,
    undoneText: undone_at && `Desfeito em ${formatDateTime(undone_at)}${undoerText}`,
  }
}

/** Returns a row of the preview: old and new prices, version and state, and why the change is impossible (`fault`). */
export function toPreviewRow(title: PreviewedTitle) {
  const { version, active, fault } = title
  const versionText = active
    ? formatVersion(version)
    : `${formatVersion(version)}, ${getPublicationState(title).toLowerCase()}`
  return { ...toPriceRow(title), note: versionText, fault: fault && formatPriceFault(fault) }
}

/** Returns a publication's old and new prices as text. */
export function toPriceRow({ publicationId, name, before, after }: PriceLine) {
  return {
    publicationId,
    name,
    note: null,
    href: paths.admin.publication(publicationId),
    price: toPriceStep(before.price, after.price),
    renewal: toPriceStep(before.renewal, after.renewal),
    fault: null,
  }
}

/** Describes the price change in force, so that staff do not repeat it. Returns null if there is none. */
export async function loadLastPriceChange(): Promise<string | null> {
  const lastChange = await findCurrentPriceChange()
  if (!lastChange) return null
  const { percentage, by, changedText } = toPriceChangeRow(lastChange)
  return `Último reajuste: para ${percentage}, por ${by}, em ${changedText}.`
}

function toPriceStep(before: number | null, after: number | null) {
  return before === null || after === null ? null : { from: formatReais(before), to: formatReais(after) }
}
