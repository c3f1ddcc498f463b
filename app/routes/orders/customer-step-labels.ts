import { type PhotoCopy, reviewHours } from '#app/domain/orders/photo-review.ts'
import type { CustomerStep } from '#app/domain/payments/customer-step.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDayAndWeekday } from '#app/text/charges/pay-labels.ts'
import { formatAfterReview, formatPhotoRequestTitle } from '#app/text/orders/photo-request-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'

type StepOrder = {
  /** 'até 11 dias úteis após a confirmação do pagamento'; null if no time is promised */
  deliveryTime: string | null
  isFreightOpen: boolean
  isFree: boolean
  /** copies for which a photo is requested */
  photoCopies: readonly PhotoCopy[]
}

/** Returns the next step of an order as a sentence (D184). */
export function formatNextStep(step: CustomerStep, order: StepOrder): string {
  const { deliveryTime, isFreightOpen, isFree, photoCopies } = order
  switch (step.kind) {
    case 'send-photo':
      return `${formatPhotoRequestTitle(photoCopies)} para seguir com o pedido.`
    case 'await-review':
      return `A análise leva até ${reviewHours} horas. ${formatAfterReview(isFree)}`
    case 'pay':
      return step.isOverdue
        ? `O boleto venceu e ainda pode ser pago até ${formatDayAndWeekday(step.until)}.`
        : `Pague o boleto até ${formatDayAndWeekday(step.until)}.`
    case 'renew-boleto':
      return 'O boleto anterior não vale mais. Se você ainda não pagou, gere uma nova via.'
    case 'await-boleto':
      return 'O boleto ainda não pode ser pago. Avisaremos por e-mail quando puder.'
    case 'await-check':
      return 'Estamos conferindo um valor que recebemos. Não é preciso pagar de novo.'
    case 'order-again':
      return 'Você pode refazer o pedido com outra foto.'
    case 'cancelled':
      return 'Nada mais será cobrado nem enviado.'
    case 'await-shop':
      return 'Não é preciso fazer nada agora.'
    case 'await-refund':
      return 'Ainda vamos reembolsar o que é devido deste pedido.'
    case 'await-new-dispatch':
      return 'A encomenda voltou para nós. Vamos combinar um novo envio com você.'
    case 'await-dispatch':
      return [
        ...(step.hasDownload ? ['Os downloads já estão liberados.'] : []),
        isFreightOpen ? 'Vamos combinar o frete com você antes do envio.' : 'Estamos preparando o envio.',
        ...(deliveryTime === null ? [] : [`Entrega ${deliveryTime}.`]),
      ].join(' ')
    case 'track':
      return step.isPartial
        ? 'Uma parte está a caminho; o resto ainda será enviado.'
        : 'A encomenda está a caminho.'
    case 'renew':
      return `A assinatura vence em ${formatDayAndWeekday(step.until)} e já pode ser renovada.`
    case 'download':
      return 'Os downloads estão liberados.'
    case 'finished':
      return 'Este pedido está concluído.'
  }
}

/** Returns the next step for a row of the list; null if the customer need not do anything. */
export function getNextStepLabel(step: CustomerStep): string | null {
  if (step.kind === 'pay') return `Pagar até ${formatDayAndMonth(step.until)}`
  if (step.kind === 'renew') return `Renovar até ${formatDayAndMonth(step.until)}`
  if (step.kind === 'track') return 'Rastrear'
  return labelsByKind[step.kind] ?? null
}

function formatDayAndMonth(date: CivilDate): string {
  return formatDate(date).slice(0, 'DD/MM'.length)
}

const labelsByKind: Partial<Record<CustomerStep['kind'], string>> = {
  'send-photo': 'Enviar foto',
  'renew-boleto': 'Gerar nova via',
  'await-boleto': 'Ver o pagamento',
  'await-check': 'Ver o pagamento',
  'order-again': 'Refazer pedido',
}
