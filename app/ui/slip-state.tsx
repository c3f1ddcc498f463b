import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { RetiredWhy, SlipState as State } from '#app/domain/charges/slip-state.ts'
import { rejectionWords, slipStateOf } from '#app/text/payments/slip-words.ts'
import { StatusTag } from './status-tag.tsx'

type Slip = {
  state: State
  retiredWhy: RetiredWhy | null
  isOverdue: boolean
  bank: string
  rejection: string | null
  format?: CnabFormat
}

/** Where a slip stands, with why it is no longer wanted or why the bank refused it. */
export function SlipState({ slip }: { slip: Slip }) {
  const { text, tone, aside } = slipStateOf(slip)
  const { state, rejection, bank, format } = slip
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {aside ? <span className="hint"> {aside}</span> : null}
      {state === 'rejected' && rejection ? (
        <span className="hint"> {rejectionWords(bank, rejection, format)}</span>
      ) : null}
    </>
  )
}
