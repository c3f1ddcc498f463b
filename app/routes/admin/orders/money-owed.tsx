import type { GoodsState } from '#app/domain/orders/goods-state.ts'
import type { MoneyBack } from '#app/domain/orders/money-back.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { PaymentState } from '#app/domain/orders/payment-state.ts'
import { formatMoneyBack, moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { Notice } from '#app/ui/notice.tsx'

type Props = { money: MoneyBack; refundHref?: string | undefined; waiverHref: string }

/** Shows the amount that the order owes its buyer, the day since which it is owed, and the actions (D152). */
export function MoneyOwed({ money, refundHref, waiverHref }: Props) {
  if (money.owed === 0) return null
  return (
    <Notice tone="warn" isSilent title={`A devolver ao cliente: ${formatReais(money.owed)}`}>
      <p>
        {`A conta: ${formatMoneyBack(money)}. Devido desde ${formatDate(money.since ?? '')}: a lei manda devolver de imediato (CDC, art. 49).`}
      </p>
      <p className="side-links no-print">
        {refundHref ? <a href={refundHref}>Registrar reembolso</a> : null}{' '}
        <a href={waiverHref}>Nada a devolver</a>
      </p>
    </Notice>
  )
}

type ActiveUnitsNoticeProps = {
  payment: PaymentState | null
  order: {
    status: number
    lines: readonly { unitId: number | null; suspendedAt: unknown; goods: GoodsState | null }[]
  }
  /** page that changes the order's status */
  statusHref: string
}

/** Warns that the units of a refunded order stay active, because a refund alone does not end them. */
export function ActiveUnitsNotice({ payment, order, statusHref }: ActiveUnitsNoticeProps) {
  const hasActiveUnits = order.lines.some(
    ({ unitId, suspendedAt, goods }) => unitId !== null && suspendedAt === null && goods !== 'given-back',
  )
  const isRefundedButConfirmed = payment === 'refunded' && order.status === orderStatus.confirmed
  if (!isRefundedButConfirmed || !hasActiveUnits) return null
  return (
    <Notice tone="warn" isSilent title={moneyBackLabels.unitsKept.title}>
      {moneyBackLabels.unitsKept.text}{' '}
      <a href={statusHref} className="no-print">
        Alterar situação
      </a>
    </Notice>
  )
}
