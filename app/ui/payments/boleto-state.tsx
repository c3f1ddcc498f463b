import type { BoletoWithdrawalReason, BoletoState as State } from '#app/domain/charges/boleto-state.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { describeBoletoState, formatRejection } from '#app/text/payments/boleto-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

type Boleto = {
  state: State
  withdrawalReason: BoletoWithdrawalReason | null
  isOverdue: boolean
  bank: string
  rejection: string | null
  format?: CnabFormat
}

export function BoletoState({ boleto }: { boleto: Boleto }) {
  const { text, tone, aside } = describeBoletoState(boleto)
  const { state, rejection, bank, format } = boleto
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {aside ? <span className="hint"> {aside}</span> : null}
      {state === 'rejected' && rejection ? (
        <span className="hint"> {formatRejection(bank, rejection, format)}</span>
      ) : null}
    </>
  )
}
