import type { GoodsState } from '#app/domain/orders/goods-state.ts'
import type { PaymentState } from '#app/domain/orders/payment-state.ts'
import {
  type CountedState,
  formatCounted,
  goodsStateLabels,
  paymentStateLabels,
} from '#app/text/orders/state-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

export function PaymentTag({ state }: { state: PaymentState | null }) {
  if (state === null) return '-'
  const { text, tone } = paymentStateLabels[state]
  return <StatusTag tone={tone}>{text}</StatusTag>
}

export function GoodsTags({ goods }: { goods: readonly CountedState<GoodsState>[] }) {
  if (goods.length === 0) return '-'
  return goods.map(({ state, count }) => (
    <StatusTag key={state} tone={goodsStateLabels[state].tone}>
      {formatCounted(goodsStateLabels[state].text, count)}
    </StatusTag>
  ))
}
