import type { MoneyBack } from '#app/domain/orders/money-back.ts'
import { formatMoneyBack } from '#app/text/payments/refund-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { Notice } from '#app/ui/notice.tsx'

type Props = { money: MoneyBack; refund?: string | undefined; waiver: string }

/** Shows the amount the order owes its buyer, since when, and the possible acts (D152). */
export function MoneyOwed({ money, refund, waiver }: Props) {
  if (money.left === 0) return null
  return (
    <Notice tone="warn" isSilent title={`A devolver ao cliente: ${formatReais(money.left)}`}>
      <p>
        {`A conta: ${formatMoneyBack(money)}. Devido desde ${formatDate(money.since ?? '')}: a lei manda devolver de imediato (CDC, art. 49).`}
      </p>
      <p className="side-links no-print">
        {refund ? <a href={refund}>Registrar reembolso</a> : null} <a href={waiver}>Nada a devolver</a>
      </p>
    </Notice>
  )
}
