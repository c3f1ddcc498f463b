import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { paths } from '#app/paths.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

export type MoneyOwed = {
  count: number
  value: Centavos
  oldest: { orderId: number; since: CivilDate | null } | null
}

/** Money to give back, until refunds cover it; the law wants it at once (CDC art. 49, D152). */
export function owedTasks({ count, value, oldest }: MoneyOwed, today: CivilDate) {
  if (oldest === null) return []
  const since = oldest.since ?? today
  const refunds = count === 1 ? '1 reembolso a fazer' : `${count.toLocaleString('pt-BR')} reembolsos a fazer`
  return [
    {
      key: 'owed',
      text: `${refunds}, ${formatReais(value)}; ${count === 1 ? 'devido' : 'o mais antigo devido'} desde ${formatDate(since)} (CDC, art. 49: de imediato)`,
      act: {
        href: paths.admin.refund(oldest.orderId),
        label: count === 1 ? 'Registrar reembolso' : 'Registrar o mais antigo',
      },
      isUrgent: since < today,
    },
  ]
}
