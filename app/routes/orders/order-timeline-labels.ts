import type { Milestone, TimelineEntry } from '#app/domain/payments/order-timeline.ts'

const milestoneLabels: Readonly<Record<Milestone, { done: string; upcoming: string }>> = {
  received: { done: 'Recebido', upcoming: 'Recebimento' },
  review: { done: 'Analisado', upcoming: 'Análise' },
  paid: { done: 'Pago', upcoming: 'Pagamento' },
  released: { done: 'Download liberado', upcoming: 'Download' },
  packed: { done: 'Embalado', upcoming: 'Embalagem' },
  sent: { done: 'Enviado', upcoming: 'Envio' },
  delivered: { done: 'Entregue', upcoming: 'Entrega' },
  returned: { done: 'Voltou ao remetente', upcoming: 'Volta ao remetente' },
  cancelled: { done: 'Cancelado', upcoming: 'Cancelamento' },
  refund: { done: 'Reembolsado', upcoming: 'Reembolso' },
  chargeback: { done: 'Estornado', upcoming: 'Estorno' },
}

export const phaseLabels: Readonly<Record<TimelineEntry['phase'], string>> = {
  done: 'feito',
  now: 'agora',
  ahead: 'a seguir',
}

export function formatMilestone({ milestone, phase, shipmentId }: TimelineEntry): string {
  const { done, upcoming } = milestoneLabels[milestone]
  const shipmentSuffix = shipmentId === null ? '' : ` (expedição nº ${shipmentId})`
  return `${phase === 'done' ? done : upcoming}${shipmentSuffix}`
}
