import { redirect } from '@remix-run/node'
import { type SaleKind, saleKindOf, saleKinds } from '#app/domain/checkout/sale-kind.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { soldLinesSheets } from '#app/reports/sold-lines.server.ts'
import { loadReport } from '#app/routes/admin/reports/report.server.ts'

/**
 * Subscriptions, renewals or purchases: the path says which, and `status_type` or a last segment, where it says
 * another, leads to the path of that one with the same period (D40).
 */
export async function loadSoldLines(args: RequestArgs & { params: { type?: string } }, kind: SaleKind) {
  await requireStaff(args)
  const { searchParams } = new URL(args.request.url)
  const segment = args.params.type
  const ofSegment = segment === undefined ? undefined : (saleKindOf(segment) ?? notFound())
  const wanted = ofSegment ?? saleKindOf(searchParams.get('status_type')) ?? kind
  if (wanted === kind && segment === undefined)
    return loadReport(args, soldLinesSheets[kind], { base: paths.admin.report(soldLinesSheets[kind].slug) })
  searchParams.delete('page')
  const query = { ...Object.fromEntries(searchParams), status_type: String(saleKinds[wanted]) }
  throw redirect(paths.admin.report(soldLinesSheets[wanted].slug, query))
}
