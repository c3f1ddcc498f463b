import type { Milestone, TimelineEntry } from '#app/domain/payments/order-timeline.ts'

const words: Readonly<Record<Milestone, { done: string; coming: string }>> = {
  received: { done: 'Recebido', coming: 'Recebimento' },
  review: { done: 'Analisado', coming: 'Análise' },
  paid: { done: 'Pago', coming: 'Pagamento' },
  released: { done: 'Download liberado', coming: 'Download' },
  packed: { done: 'Embalado', coming: 'Embalagem' },
  sent: { done: 'Enviado', coming: 'Envio' },
  delivered: { done: 'Entregue', coming: 'Entrega' },
  returned: { done: 'Voltou ao remetente', coming: 'Volta ao remetente' },
  cancelled: { done: 'Cancelado', coming: 'Cancelamento' },
  refund: { done: 'Reembolsado', coming: 'Reembolso' },
  chargeback: { done: 'Estornado', coming: 'Estorno' },
}

export const phaseLabels: Readonly<Record<TimelineEntry['phase'], string>> = {
  done: 'feito',
  now: 'agora',
  ahead: 'a seguir',
}

export function milestoneLabel({ milestone, phase, shipmentId }: TimelineEntry): string {
  const { done, coming } = words[milestone]
  const which = shipmentId === null ? '' : ` (expedição nº ${shipmentId})`
  return `${phase === 'done' ? done : coming}${which}`
}
