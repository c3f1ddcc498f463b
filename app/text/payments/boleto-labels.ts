import { parseBank } from '#app/domain/charges/banks/banks.ts'
import type { AgreementGap } from '#app/domain/charges/banks/remittance-readiness.ts'
import { type BoletoFilter, boletoFilter } from '#app/domain/charges/boleto-filter.ts'
import type { BoletoState, BoletoWithdrawalReason } from '#app/domain/charges/boleto-state.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { RemittanceFault } from '#app/domain/payments/remittance-agreement.ts'
import { boletoFaultLabels, getRejectionReason } from '#app/text/payments/bank-return-labels.ts'
import { boletoWithdrawalLabels } from '#app/text/payments/payment-labels.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'
type StateLabel = { text: string; tone: Tone }

export const boletoStateLabels: Readonly<Record<BoletoState, StateLabel>> = {
  made: { text: 'Gerado, aguarda remessa', tone: 'warn' },
  sent: { text: 'Enviado ao banco', tone: 'info' },
  registered: { text: 'Registrado', tone: 'info' },
  rejected: { text: 'Recusado pelo banco', tone: 'bad' },
  paid: { text: 'Pago', tone: 'good' },
  'written-off': { text: 'Baixado', tone: 'neutral' },
}

type Boleto = { state: BoletoState; withdrawalReason: BoletoWithdrawalReason | null; isOverdue: boolean }

/** Describes a boleto. Withdrawal and overdue take precedence over the state. */
export function describeBoletoState({
  state,
  withdrawalReason,
  isOverdue,
}: Boleto): StateLabel & { aside: string | null } {
  const isClosed = state === 'paid' || state === 'written-off'
  if (withdrawalReason && !isClosed)
    return { text: 'Cancelado pela loja', tone: 'neutral', aside: boletoWithdrawalLabels[withdrawalReason] }
  const aside = withdrawalReason && state === 'written-off' ? boletoWithdrawalLabels[withdrawalReason] : null
  if (isOverdue && !isClosed && state !== 'rejected') return { text: 'Vencido', tone: 'warn', aside: null }
  return { ...boletoStateLabels[state], aside }
}

export const remittanceFaultLabels: Readonly<Record<RemittanceFault, string>> = {
  ...boletoFaultLabels,
  'other-agreement': 'emitido em outro convênio: gere um novo boleto, em “Novo vencimento”',
  'past-due': 'já venceu: gere um novo vencimento',
  'needs-240':
    'promete juros por taxa, que só o CNAB 240 leva: escolha esse formato no convênio ou gere um novo vencimento',
}

export function formatRemittanceFaults(instruction: string, faults: readonly RemittanceFault[]): string {
  if (instruction === 'write-off' && faults.includes('other-agreement'))
    return 'emitido em outro convênio. Dê a baixa no site do banco'
  return faults.map((fault) => remittanceFaultLabels[fault]).join('; ')
}

export function formatWaitingInstructions({
  registrations,
  writeOffs,
}: {
  registrations: number
  writeOffs: number
}) {
  const count = registrations + writeOffs
  if (count === 0) return undefined
  const instructionTexts = [
    registrations > 0 ? `${formatBoletos(registrations)} para registrar` : '',
    writeOffs > 0 ? `${formatBoletos(writeOffs)} para baixar` : '',
  ]
  const waitingText = count === 1 ? '1 instrução aguarda remessa' : `${count} instruções aguardam remessa`
  return `${waitingText}: ${instructionTexts.filter(Boolean).join(', ')}`
}

/** Explains a rejection; `bank` is the COMPE code. */
export function formatRejection(bank: string, codes: string, format: CnabFormat = 400): string {
  const knownBankCode = parseBank(bank)
  const rejectionCodes = codes.split(/[\s,;]+/).filter(Boolean)
  return rejectionCodes
    .map((code) => (knownBankCode ? getRejectionReason(format, knownBankCode, code) : `motivo ${code}`))
    .join('; ')
}

/** Returns 'protestado e baixado (25)'; 'ocorrência 77' for an unknown code. */
export function formatUnpayableReason(bank: string, code: string): string {
  const knownBankCode = parseBank(bank)
  const reasonText = knownBankCode && bankTexts[knownBankCode].unpayableOccurrences[code]
  return reasonText ? `${reasonText} (${code})` : `ocorrência ${code}`
}

export const remittanceGapLabels: Readonly<Record<AgreementGap | 'agreement' | 'company', string>> = {
  agreement: 'o convênio bancário',
  company: 'a empresa, com CNPJ',
  agency: 'a agência com dígito, como 1234-3, de até 4 números e igual à do convênio',
  account: 'a conta com dígito, como 56789-0, igual à do convênio',
  variation: 'a variação da carteira',
  'company-code': 'o código da empresa no banco',
}

export const instructionLabels = { register: 'Registrar', 'write-off': 'Baixar' } as const

const filterLabels: Readonly<Record<BoletoFilter, string>> = {
  [boletoFilter.open]: 'A receber',
  [boletoFilter.overdue]: 'Vencidos',
  [boletoFilter.unregistered]: 'Ainda sem registro',
  [boletoFilter.waiting]: 'Aguardam remessa',
  [boletoFilter.sent]: 'Enviados ao banco',
  [boletoFilter.registered]: 'Registrados',
  [boletoFilter.rejected]: 'Recusados pelo banco',
  [boletoFilter.paid]: 'Pagos',
  [boletoFilter.writtenOff]: 'Baixados',
}

export const boletoFilterOptions = Object.values(boletoFilter).map((value) => ({
  value,
  label: filterLabels[value],
}))

export function formatBoletos(count: number): string {
  return count === 1 ? '1 boleto' : `${count} boletos`
}
