import { getLastPaymentDay, getPayableDueDate, isTooLateForBank } from '#app/domain/charges/boleto-state.ts'
import { isBoletoShown, type PaymentState } from '#app/domain/payments/payment.ts'
import { type CivilDate, getWeekday } from '#app/domain/platform/calendar.ts'
import { formatDate } from '#app/text/platform/format.ts'

/** Texts that page, PDF and mails share. */
export const paymentLabels = {
  pixTitle: 'Pague com Pix',
  pixLead: 'Pedido recebido. Agora é só pagar.',
  pixHow:
    'No aplicativo do seu banco, abra o Pix e leia o código QR, ou escolha “Pix copia e cola” e cole o código.',
  pixPicture: 'Código QR do Pix',
  pixComing: 'O código Pix ficará pronto em instantes.',
  either: 'Pague por Pix ou pelo boleto, como preferir: qualquer um dos dois quita o pedido.',
  registering:
    'O boleto pode levar até um dia útil para ser reconhecido pelos bancos. Se o seu não o encontrar, tente amanhã.',
  bankCounts: 'Se pagar em outro dia, o seu banco calcula o valor na hora.',
  attachments: 'O boleto em PDF segue anexo.',
  onPaper: 'Para pagar em papel, imprima o boleto em PDF: esta folha não traz o beneficiário nem o pagador.',
  confirmation: 'A confirmação do pagamento leva até 48 horas.',
  expired:
    'Este boleto não vale mais: não o pague. Gere uma nova via com outro vencimento; o pedido continua guardado. Se já foi pago, não é preciso fazer nada.',
  rejected:
    'O banco ainda não aceitou o boleto deste pedido, e por isso ele não pode ser pago. Já estamos vendo o que houve e vamos avisar por e-mail. Não é preciso comprar de novo.',
  pixMeanwhile: 'O Pix deste pedido continua valendo: se preferir, pague por ele agora.',
  checking:
    'Já recebemos um valor por este pedido. Estamos conferindo o pagamento e vamos avisar por e-mail. Não é preciso pagar de novo.',
  slow: 'Está demorando mais que o normal. Você pode fechar esta página: vamos avisar por e-mail assim que o boleto ficar pronto.',
  delayed:
    'Ainda não conseguimos gerar o boleto; vamos enviá-lo por e-mail. Não é preciso comprar de novo nem ficar nesta página.',
  imported:
    'Se o boleto recebido já foi pago, não é preciso fazer nada. Se ainda vai ser pago, gere uma nova via e não use a anterior.',
  ignoreIfPaid: 'Se já foi pago, não é preciso fazer nada.',
} as const

export const paymentIntroductions: Readonly<Record<PaymentState, string | undefined>> = {
  generating: 'Pedido recebido. Esta página se atualiza sozinha.',
  delayed: 'Pedido recebido; o boleto ainda vem.',
  ready: 'Pedido recebido. Agora é só pagar o boleto.',
  registering: 'Pedido recebido. Agora é só pagar o boleto.',
  overdue: 'O boleto deste pedido venceu.',
  rejected: 'O boleto deste pedido ainda não pode ser pago.',
  expired: 'O boleto venceu.',
  imported: 'Este pedido veio do nosso sistema anterior.',
  checking: 'O pagamento está em conferência.',
  failed: 'O pedido está guardado; vamos enviar o boleto por e-mail.',
  settled: undefined,
}

export function formatBoletoFileName(orderId: number): string {
  return `boleto-pedido-${orderId}.pdf`
}

/** Returns 'vence em 25/11/2026', 'vence em 05/12/2026, para pagar até 07/12/2026' or 'venceu em 25/11/2026'. */
export function formatDue(dueDate: CivilDate, today: CivilDate, format = formatDate): string {
  const payDay = getPayableDueDate(dueDate)
  if (isTooLateForBank(dueDate, today)) return `venceu em ${format(dueDate)}`
  const laterText = payDay === dueDate ? '' : `, para pagar até ${format(payDay)}`
  return `vence em ${format(dueDate)}${laterText}`
}

type BoletoDates = { dueDate: CivilDate; payableUntil: CivilDate | null }

/** Returns 'O boleto pode ser pago até 03/12/2026.'; null if that day is the due date or is over. */
export function formatLastDay(boleto: BoletoDates, today: CivilDate): string | null {
  const lastDay = getLastPaymentDay(boleto)
  if (lastDay < today || lastDay <= getPayableDueDate(boleto.dueDate)) return null
  return `O boleto pode ser pago até ${formatDate(lastDay)}.`
}

export function formatOverdue(boleto: BoletoDates): string {
  const lastDay = formatDate(getLastPaymentDay(boleto))
  return `O boleto venceu em ${formatDate(boleto.dueDate)} e ainda pode ser pago até ${lastDay}.`
}

/** Returns a day with its weekday: '30/11/2026 (segunda-feira)'. */
export function formatDayAndWeekday(day: CivilDate): string {
  return `${formatDate(day)} (${getWeekdayName(day)})`
}

export function getWeekdayName(day: CivilDate): string {
  return weekdayNames[getWeekday(day)] ?? ''
}

const weekdayNames = [
  'domingo',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
] as const

export function getPayLabel(state: PaymentState): string {
  if (state === 'expired' || state === 'imported') return 'Gerar nova via do boleto'
  return isBoletoShown(state) ? 'Pagar o boleto' : 'Ver o pagamento'
}
