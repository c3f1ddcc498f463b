import { formatPhone } from '#app/domain/accounts/phone.ts'
import { parseSaleKind, type SaleKind, saleKinds } from '#app/domain/checkout/sale-kind.ts'
import { formatWithdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { type SoldLineRow, type SoldLinesFilter, soldLines } from '#app/models/reports/sold-lines.server.ts'
import { paths } from '#app/paths.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { saleLabels } from '#app/text/checkout/sale-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatPeriod, formatPeriodFileName, parsePeriodFilter } from './period-filter.ts'
import { defineSheet, type SheetPlace } from './sheet.server.ts'

const slugs = { subscription: 'signatures', renewal: 'renews', purchase: 'orders' } as const
const hints = {
  subscription: 'As primeiras assinaturas de um período.',
  renewal: 'Os anos a mais que um período trouxe.',
  purchase: 'As publicações avulsas vendidas em um período.',
} as const

function makeSheet(kind: SaleKind) {
  const { title, file } = saleLabels[kind]
  return defineSheet<SoldLinesFilter, SoldLineRow, { count: number }>({
    slug: slugs[kind],
    title,
    report: soldLines,
    page: {
      windowTitle: title,
      hint: hints[kind],
      asks: { as: 'form', atOnce: true },
      place: (path, query) => findPlace(kind, path.type, query),
    },
    parseFilter(params, today) {
      const { fields, period } = parsePeriodFilter(params, getMonthPeriod(today))
      const type = { kind: 'choice' as const, name: 'status_type', label: 'Tipo' }
      return {
        fields: [...fields, { ...type, value: String(saleKinds[kind]), options: kindOptions }],
        filter: period && { ...period, kind },
      }
    },
    lead: (filter) => `${formatPeriod(filter)}, pela data do pedido.`,
    fileName: (filter) => `${file}_${formatPeriodFileName(filter)}`,
    empty: () => specTexts.noResults,
    columns,
    rowKey: ({ id }) => id,
    totals: ({ count }) => [{ label: `Número de ${title.toLowerCase()}`, kind: 'count', value: count }],
  })
}

/** Redirects a `status_type` or last segment of another kind to that kind's path (D40). */
function findPlace(
  kind: SaleKind,
  segment: string | undefined,
  query: URLSearchParams,
): SheetPlace | undefined {
  const segmentKind = parseSaleKind(segment)
  if (segment !== undefined && segmentKind === undefined) return undefined
  const chosenKind = segmentKind ?? parseSaleKind(query.get('status_type')) ?? kind
  if (chosenKind === kind && segment === undefined) return { base: paths.admin.report(slugs[kind]) }
  const { page: _, ...otherParameters } = Object.fromEntries(query)
  return {
    redirectTo: paths.admin.report(slugs[chosenKind], {
      ...otherParameters,
      status_type: String(saleKinds[chosenKind]),
    }),
  }
}

const kindOptions = (['subscription', 'renewal', 'purchase'] as const).map((kind) => ({
  value: String(saleKinds[kind]),
  label: saleLabels[kind].title,
}))

const columns = [
  { key: 'date', label: columnNames.orderDate, kind: 'date', value: ({ date }: SoldLineRow) => date },
  {
    key: 'order',
    label: columnNames.order,
    kind: 'number',
    isHeader: true,
    value: ({ orderId }: SoldLineRow) => orderId,
    href: ({ orderId }: SoldLineRow) => paths.admin.order(orderId),
  },
  {
    key: 'client',
    label: columnNames.client,
    value: getClientName,
    href: ({ profileId }: SoldLineRow) => paths.admin.client(profileId),
  },
  {
    key: 'phone',
    label: columnNames.phone,
    kind: 'phone',
    value: ({ phone }: SoldLineRow) => (phone ? formatPhone(phone) : null),
  },
  {
    key: 'publication',
    label: columnNames.publication,
    value: ({ publication }: SoldLineRow) => publication,
  },
  {
    key: 'prefix',
    label: columnNames.registration,
    kind: 'code',
    value: (row: SoldLineRow) => formatAircraftName(row),
  },
  { key: 'due', label: columnNames.due, kind: 'date', value: ({ due }: SoldLineRow) => due },
  {
    key: 'withdrawal',
    label: columnNames.withdrawal,
    kind: 'code',
    value: ({ withdrawal }: SoldLineRow) =>
      withdrawal === null ? null : formatWithdrawalProtocol(withdrawal),
  },
] as const

/** One report at three addresses (F112, D40–D42). */
export const soldLinesSheets = {
  subscription: makeSheet('subscription'),
  renewal: makeSheet('renewal'),
  purchase: makeSheet('purchase'),
} as const satisfies Record<SaleKind, unknown>
