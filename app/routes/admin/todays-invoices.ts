import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

const HOUR_MS = 3_600_000

export type NeedlessInvoices = { count: number; oldest: number | null; end: Date | null; now: Date }

/** Each in force though its order is not: cancelled in time, it never was. */
export function needlessInvoiceTasks({ count, oldest, end, now }: NeedlessInvoices) {
  if (count === 0 || oldest === null) return []
  const what =
    count === 1
      ? '1 nota fiscal em vigor de pedido cancelado'
      : `${count} notas fiscais em vigor de pedidos cancelados`
  const act = { href: paths.admin.order(oldest), label: count === 1 ? 'Ver o pedido' : 'Ver o mais antigo' }
  return [{ key: 'needless-invoices', text: `${what}: ${formatTerm(end, now)}`, act, isUrgent: true }]
}

function formatTerm(end: Date | null, now: Date): string {
  if (end === null) return 'cancele na prefeitura'
  const hours = Math.floor((end.getTime() - now.getTime()) / HOUR_MS)
  if (end < now) return 'o prazo de cancelamento terminou, fale com o contador'
  return `cancele até ${formatDateTime(end)}, ${hours < 1 ? 'falta menos de 1 h' : `restam ${hours} h`}`
}
