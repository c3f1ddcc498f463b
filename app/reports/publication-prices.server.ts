import { canChangePrices } from '#app/models/catalogue/price-change.server.ts'
import { publicationStates } from '#app/models/catalogue/publication-list.server.ts'
import {
  type PublicationPriceRow,
  type PublicationPricesFilter,
  publicationPrices,
} from '#app/models/reports/publication-prices.server.ts'
import { paths } from '#app/paths.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { defineSheet } from './sheet.server.ts'

const choices = [
  { status: undefined, value: '', label: 'Ativas e inativas', name: '' },
  { status: publicationStates.active, value: '1', label: 'Só as ativas', name: '_ativas' },
  { status: publicationStates.inactive, value: '2', label: 'Só as inativas', name: '_inativas' },
  { status: publicationStates.removed, value: '3', label: 'Só as removidas', name: '_removidas' },
] as const

const options = choices.map(({ value, label }) => ({ value, label }))

/** Prices of publications (F107). */
export const publicationPricesSheet = defineSheet<
  PublicationPricesFilter,
  PublicationPriceRow,
  { count: number }
>({
  slug: 'publication_price',
  title: 'Preços das publicações',
  noun: { one: 'publicação', many: 'publicações' },
  report: publicationPrices,
  page: {
    windowTitle: 'Preços das publicações',
    hint: 'Preços de compra e de renovação, com o reajuste de todos.',
    asks: { as: 'form' },
    help: 'precos',
    acts: [{ href: paths.admin.priceChange(), label: 'Reajustar preços', canAct: canChangePrices }],
  },
  parseFilter(params) {
    const sentStatus = params.get('status') ?? ''
    const { status, value } = choices.find((choice) => choice.value === sentStatus) ?? choices[0]
    return {
      fields: [{ kind: 'choice', name: 'status', label: 'Publicações', value, options }],
      filter: { status },
    }
  },
  lead: (filter) => `${findChoice(filter).label}, por nome.`,
  fileName: (filter) => `precos-das-publicacoes${findChoice(filter).name}`,
  empty: () => specTexts.noPublicationsToChoose,
  columns: [
    { key: 'id', label: columnNames.id, kind: 'number', value: ({ id }) => id },
    {
      key: 'name',
      label: columnNames.publication,
      isHeader: true,
      value: ({ name }) => name,
      href: ({ id }) => paths.admin.publication(id),
    },
    { key: 'version', label: columnNames.version, kind: 'version', value: ({ version }) => version },
    { key: 'weight', label: columnNames.weight, kind: 'weight', value: ({ weight }) => weight || null },
    { key: 'date', label: columnNames.versionDate, kind: 'date', value: ({ date }) => date },
    { key: 'price', label: columnNames.price, kind: 'money', value: ({ price }) => price },
    { key: 'renewal', label: columnNames.renewalPrice, kind: 'money', value: ({ renewal }) => renewal },
  ],
  rowKey: ({ id }) => id,
  totals: () => [],
})

function findChoice({ status }: PublicationPricesFilter) {
  return choices.find((choice) => choice.status === status) ?? choices[0]
}
