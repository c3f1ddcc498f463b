import type { CivilDate } from '#app/domain/calendar.ts'
import type { IssuedBoleto } from '#app/domain/issued-boleto.ts'
import type { Centavos } from '#app/domain/money.ts'

/** What a slip is asked for; the order's id is the reference that makes a repeated request the same slip. */
export type SlipRequest = { orderId: number; value: Centavos; documentDate: CivilDate; dueDate: CivilDate }

/** Somebody who makes payable slips: the own bank agreement, or a payment gateway. */
export type BoletoIssuer = {
  name: string
  /** The same request gives the same slip. Throws RangeError for what no slip can carry. */
  issue(request: SlipRequest): Promise<IssuedBoleto>
}
