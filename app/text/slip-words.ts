import type { CnabBank } from '#app/domain/cnab-occurrence.ts'
import type { IssuerName } from '#app/domain/issued-boleto.ts'
import type { RemittanceFault } from '#app/domain/remittance-agreement.ts'
import type { RetiredWhy, SlipState } from '#app/domain/slip-state.ts'
import { rejectionReason, slipFaultWords } from '#app/text/bank-return-words.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'
type Words = { text: string; tone: Tone }

/** Where a slip stands with its issuer, as staff read it. */
export const slipStateWords: Readonly<Record<SlipState, Words>> = {
  made: { text: 'Gerado, aguarda remessa', tone: 'warn' },
  sent: { text: 'Enviado ao banco', tone: 'info' },
  registered: { text: 'Registrado', tone: 'info' },
  rejected: { text: 'Recusado pelo banco', tone: 'bad' },
  paid: { text: 'Pago', tone: 'good' },
  'written-off': { text: 'Baixado', tone: 'neutral' },
}

/** Why we no longer want a slip paid. */
export const retiredWords: Readonly<Record<RetiredWhy, string>> = {
  expired: 'venceu sem pagamento',
  replaced: 'substituído por outro',
  'order-paid': 'pedido já pago',
  'order-cancelled': 'pedido cancelado',
}

export const issuerWords: Readonly<Record<IssuerName, string>> = {
  'own-bank': 'Próprio banco',
  asaas: 'Asaas',
}

type Slip = { state: SlipState; retiredWhy: RetiredWhy | null; isOverdue: boolean }

/** The state of a slip with what overrules it: given up by us, or past its due date. */
export function slipStateOf({ state, retiredWhy, isOverdue }: Slip): Words & { aside: string | null } {
  const isOver = state === 'paid' || state === 'written-off'
  if (retiredWhy && !isOver)
    return { text: 'Cancelado pela loja', tone: 'neutral', aside: retiredWords[retiredWhy] }
  const aside = retiredWhy && state === 'written-off' ? retiredWords[retiredWhy] : null
  if (isOverdue && !isOver && state !== 'rejected') return { text: 'Vencido', tone: 'warn', aside: null }
  return { ...slipStateWords[state], aside }
}

/** Why a slip cannot go into the next remittance file. */
export const remittanceFaultWords: Readonly<Record<RemittanceFault, string>> = {
  ...slipFaultWords,
  'other-agreement': 'emitido em outro convênio: gere um novo boleto',
  'past-due': 'já venceu: gere um novo vencimento',
}

/** The codes of a refused registration in words, one after the other; `bank` as its COMPE code. */
export function rejectionWords(bank: string, codes: string): string {
  const known = (['001', '237', '341'] as const satisfies CnabBank[]).find((each) => each === bank)
  const parts = codes.split(/[\s,;]+/).filter(Boolean)
  return parts.map((code) => (known ? rejectionReason(400, known, code) : `motivo ${code}`)).join('; ')
}
