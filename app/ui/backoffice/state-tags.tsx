import type { GoodsState } from '#app/domain/orders/goods-state.ts'
import type { PaymentState } from '#app/domain/orders/payment-state.ts'
import {
  formatStateCount,
  goodsStateLabels,
  paymentStateLabels,
  type StateCount,
} from '#app/text/orders/state-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

export function PaymentTag({ state }: { state: PaymentState | null }) {
  if (state === null) return '-'
  const { text, tone } = paymentStateLabels[state]
  return <StatusTag tone={tone}>{text}</StatusTag>
}

export function GoodsTags({ goods }: { goods: readonly StateCount<GoodsState>[] }) {
  if (goods.length === 0) return '-'
  return goods.map(({ state, count }) => (
    <StatusTag key={state} tone={goodsStateLabels[state].tone}>
      {formatStateCount(goodsStateLabels[state].text, count)}
    </StatusTag>
  ))
}
