import { parseRegistrationPrefix } from '#app/domain/accounts/aircraft.ts'
import { formatWithdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import {
  type OrdersByRegistrationFilter,
  ordersByRegistration,
  type RegistrationRow,
} from '#app/models/reports/orders-by-registration.server.ts'
import { paths } from '#app/paths.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { defineSheet, type SheetPlace } from './sheet.server.ts'

const wrongRegistration = `${specTexts.registrationWrong}: digite ao menos as duas primeiras letras, como PT ou PT-ABC`

/** Orders by registration, which is part of the path (F106, D44). */
export const ordersByRegistrationSheet = defineSheet<
  OrdersByRegistrationFilter,
  RegistrationRow,
  { count: number }
>({
  slug: 'order_prefix',
  title: 'Pedidos por prefixo',
  noun: { one: 'item', many: 'itens' },
  report: ordersByRegistration,
  examples: ['prefix=PT-AAA', 'prefix=PT'],
  page: {
    windowTitle: 'Pedidos por prefixo',
    hint: 'O que foi pedido para uma aeronave, em todas as situações.',
    entry: paths.admin.orderPrefix('null'),
    asks: { as: 'modal', label: 'Escolher o prefixo' },
    invitation: 'Selecione um prefixo para ver os pedidos da aeronave.',
    place: findPlace,
  },
  parseFilter(params) {
    const typedPrefix = (params.get('prefix') ?? '').trim()
    const field = { kind: 'text', name: 'prefix', label: 'Prefixo', hint: registrationHint } as const
    if (typedPrefix === '' || typedPrefix === 'null')
      return { fields: [{ ...field, value: '' }], filter: undefined }
    const filter = parseRegistrationPrefix(typedPrefix) ?? undefined
    if (!filter) return { fields: [{ ...field, value: typedPrefix, errors: [wrongRegistration] }], filter }
    return { fields: [{ ...field, value: formatPrefix(filter) }], filter }
  },
  lead: (filter) =>
    filter.isWhole
      ? `Prefixo ${formatPrefix(filter)}, em todas as situações.`
      : `Prefixos que começam por ${formatPrefix(filter)}, em todas as situações.`,
  fileName: (filter) => `pedidos-do-prefixo_${formatPrefix(filter).toLowerCase()}`,
  empty: (filter) => `Nenhum pedido encontrado para o prefixo ${formatPrefix(filter)}`,
  columns: [
    {
      key: 'order',
      label: columnNames.order,
      kind: 'number',
      isHeader: true,
      value: ({ orderId }) => orderId,
      href: ({ orderId }) => paths.admin.order(orderId),
    },
    { key: 'status', label: columnNames.status, value: (row) => getStaffStatus(row).text },
    { key: 'date', label: columnNames.orderDate, kind: 'date', value: ({ date }) => date },
    {
      key: 'client',
      label: columnNames.client,
      value: getClientName,
      href: ({ profileId }) => paths.admin.client(profileId),
    },
    { key: 'publication', label: columnNames.publication, value: ({ publication }) => publication },
    {
      key: 'prefix',
      label: columnNames.registrationAndSerial,
      kind: 'code',
      value: ({ registration, serialNumber }) => [registration, serialNumber].filter(Boolean).join(' / '),
    },
    { key: 'nfe', label: columnNames.nfe, kind: 'code', value: ({ nfe }) => nfe },
    {
      key: 'withdrawal',
      label: columnNames.withdrawal,
      kind: 'code',
      value: ({ withdrawal }) => (withdrawal === null ? null : formatWithdrawalProtocol(withdrawal)),
    },
  ],
  rowKey: ({ lineId }) => lineId,
  totals: () => [],
})

/** Redirects a submitted registration to its path. Without one, the page asks for it (D44). */
function findPlace(path: Readonly<Record<string, string | undefined>>, query: URLSearchParams): SheetPlace {
  const typedPrefix = query.get('prefix')
  const askedPrefix = typedPrefix ?? path.prefix ?? ''
  const knownStart = ['', 'null'].includes(askedPrefix.trim())
    ? 'null'
    : parseRegistrationPrefix(askedPrefix)?.start
  if (typedPrefix !== null && knownStart) return { redirectTo: paths.admin.orderPrefix(knownStart) }
  const registration = knownStart ?? askedPrefix
  return { base: paths.admin.orderPrefix(registration), params: { prefix: registration } }
}

const registrationHint = 'Inteiro, como PT-ABC ou ptabc, ou só o começo, com ao menos duas letras.'

/** Returns the prefix without a hyphen at its end: 'PT' for 'PT-'. */
function formatPrefix({ start }: OrdersByRegistrationFilter): string {
  return start.replace(/-$/, '')
}
