import type { z } from 'zod'
import type { orderRecord } from '#app/import/records.ts'

type Order = z.output<typeof orderRecord>

/** The centavo that marks freight without a charge (D2). */
const FREIGHT_MARK = 1

/** Returns the charged freight in centavos; 0 for the mark. */
export function getChargedFreight(centavos: number): number {
  return centavos === FREIGHT_MARK ? 0 : centavos
}

/**
 * Returns the total without the mark's centavo (D2); the recorded total if it differs from the sum of the
 * order.
 */
export function calculateRecordTotal(record: Order): number {
  return isSumCorrect(record) ? sumOrder(record) : record.total
}

/** Returns true if the recorded total is the sum of lines and freight, with or without the mark's centavo. */
export function isSumCorrect(record: Order): boolean {
  const exactSum = sumOrder(record)
  const markedSum = exactSum - getChargedFreight(record.shipping_value) + record.shipping_value
  return record.total === exactSum || record.total === markedSum
}

function sumOrder({ publications, shipping_value }: Order): number {
  return publications.reduce((sum, { value }) => sum + value, getChargedFreight(shipping_value))
}
