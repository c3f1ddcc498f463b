import type { CivilDate } from '#app/domain/calendar.ts'
import { withdrawalDays } from '#app/domain/withdrawal.ts'
import { formatDate } from '#app/text/format.ts'

/** Until when a buyer can change their mind; null while something is still to come. */
export function deadlineWords(lastDay: CivilDate | null, daysLeft: number | null): string {
  if (lastDay === null || daysLeft === null)
    return `Você pode desistir até ${withdrawalDays} dias depois de receber a publicação.`
  const left = daysLeft === 0 ? 'é hoje' : daysLeft === 1 ? 'falta 1 dia' : `faltam ${daysLeft} dias`
  return `Você pode desistir até 23:59 de ${formatDate(lastDay)} (horário de Brasília): ${left}.`
}

/** Why an order can no longer be given back. */
export function tooLateWords(chance: {
  isPaid: boolean
  lastDay: CivilDate | null
  lines: readonly unknown[]
}): string {
  if (!chance.isPaid) return 'O pedido está cancelado: não há o que devolver.'
  if (chance.lines.length === 0) return 'Você já desistiu de todas as publicações deste pedido.'
  if (chance.lastDay === null) return 'Este pedido não pode ser devolvido por aqui.'
  return `O prazo de ${withdrawalDays} dias para desistir terminou em ${formatDate(chance.lastDay)}.`
}
