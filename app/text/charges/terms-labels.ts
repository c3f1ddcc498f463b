import { getLastPaymentDay, getPayableDueDate } from '#app/domain/charges/boleto-state.ts'
import type { AmountDue, BoletoTerm, BoletoTerms } from '#app/domain/charges/boleto-terms.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { foldText } from '#app/domain/platform/folded-text.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { formatDate, formatPercent, formatReais } from '#app/text/platform/format.ts'

export const termLabels: Readonly<Record<BoletoTerm, string>> = {
  fine: 'multa',
  interest: 'juros',
  discount: 'desconto',
  acceptance: 'prazo para pagar depois do vencimento',
  protest: 'protesto',
}

/** Returns the boleto's instructions, which must match the registered terms. */
export function listTermLines(terms: BoletoTerms): string[] {
  const { discountUntil, discountValue, acceptanceDays, protestDays } = terms
  const lateCharges = formatLateCharges(terms)
  return [
    ...(discountUntil === null
      ? []
      : [`Conceder desconto de ${formatReais(discountValue)} até ${formatDate(discountUntil)}.`]),
    ...(lateCharges === '' ? [] : [`Após o vencimento cobrar ${lateCharges}.`]),
    ...(acceptanceDays === null ? [] : [`Não receber após ${formatDays(acceptanceDays)} do vencimento.`]),
    ...(protestDays === 0 ? [] : [`Protestar após ${protestDays} dias corridos do vencimento.`]),
  ]
}

/** Returns 'multa de 2,00% e juros de R$ 0,04 por dia de atraso'; '' if there are no late charges. */
export function formatLateCharges({ finePercent, interestPercent, interestPerDay }: BoletoTerms): string {
  const fine = finePercent > 0 ? `multa de ${formatPercent(finePercent)}` : ''
  const perDay =
    interestPerDay === null
      ? `${formatPercent(interestPercent)} ao mês`
      : `${formatReais(interestPerDay)} por dia de atraso`
  const interest = interestPercent > 0 ? `juros de ${perDay}` : ''
  return [fine, interest].filter(Boolean).join(' e ')
}

/** Returns the terms that change the payer's amount. */
export function listTermNotes(
  terms: BoletoTerms,
  { days, discount }: Pick<AmountDue, 'days' | 'discount'>,
): string[] {
  const { discountUntil, discountValue } = terms
  const lateCharges = formatLateCharges(terms)
  return [
    ...(discountUntil !== null && discount > 0
      ? [`Desconto de ${formatReais(discountValue)} para quem paga até ${formatDate(discountUntil)}.`]
      : []),
    ...(lateCharges !== '' && days === 0 ? [`Depois do vencimento: ${lateCharges}.`] : []),
  ]
}

type BoletoDates = { dueDate: CivilDate; payableUntil: CivilDate | null }

/**
 * Returns where and until when a boleto can be paid. Names the last day only if it is later than the banking
 * day to which the law moves the due date.
 */
export function formatPaymentPlace({ dueDate, payableUntil }: BoletoDates): string {
  const lastDay = getLastPaymentDay({ dueDate, payableUntil })
  const isAfterDueDate = lastDay > getPayableDueDate(dueDate)
  return `Pagável em qualquer banco até ${isAfterDueDate ? formatDate(lastDay) : 'o vencimento'}`
}

/** Returns 'R$ 65,78 (R$ 64,45 + multa de R$ 1,28 + juros de R$ 0,05, 3 dias de atraso)'. */
export function formatAmountDue(amountDue: AmountDue, value: Centavos): string {
  const parts = [
    formatReais(value),
    ...(amountDue.fine > 0 ? [`+ multa de ${formatReais(amountDue.fine)}`] : []),
    ...(amountDue.interest > 0 ? [`+ juros de ${formatReais(amountDue.interest)}`] : []),
    ...(amountDue.discount > 0 ? [`− desconto de ${formatReais(amountDue.discount)}`] : []),
  ]
  if (parts.length === 1) return formatReais(amountDue.total)
  const days = amountDue.days > 0 ? `, ${formatDays(amountDue.days)} de atraso` : ''
  return `${formatReais(amountDue.total)} (${parts.join(' ')}${days})`
}

/** Returns by how much a payment is too low or too high: 'R$ 1,33 a menos'. */
export function formatDifference(paidAmount: Centavos, { total, highest }: AmountDue): string {
  return paidAmount < total
    ? `${formatReais(total - paidAmount)} a menos`
    : `${formatReais(paidAmount - highest)} a mais`
}

/** Matches words in a free text that might contradict the registered terms. */
const termPattern =
  /\b(?:multas?|juros?|moras?|descont\w*|abatiment\w*|encargos?|acrescimos?|protest\w*|negativa\w*)\b|\bnao (?:receb|aceit|pag)\w* (?:apos|depois)\b/

export function mentionsTerms(line: string): boolean {
  return termPattern.test(foldText(line))
}

function formatDays(count: number): string {
  return count === 1 ? '1 dia' : `${count} dias`
}
