import { z } from 'zod'
import { civilDate } from '#app/api/wire/values.ts'
import { defaultPeriodDays } from '#app/domain/platform/period.ts'

/** Fields for the period of a report. Without them, the report uses the default period of its screen. */
export const lastDaysFields = makePeriodFields(`o de ${defaultPeriodDays} dias atrás`, 'hoje')
export const thisMonthFields = makePeriodFields('o primeiro do mês', 'o último do mês')

function makePeriodFields(start: string, end: string) {
  return {
    start: civilDate
      .nullish()
      .meta({ description: `Primeiro dia, incluído; sem ele, ${start}`, example: '2026-11-01' }),
    end: civilDate
      .nullish()
      .meta({ description: `Último dia, incluído; sem ele, ${end}`, example: '2026-11-30' }),
  }
}

/** Matches part of a name, ignoring accents and case. '*', null and '' match all (D44). */
export function makeNameFilterSchema(subject: string) {
  return z
    .string()
    .max(100)
    .nullish()
    .meta({ description: `Parte do nome ${subject}; * ou vazio: todos`, example: '*' })
}

const saleStatuses = [1, 2, 3] as const

/** The status of a sale (D40, D42). */
export const saleStatus = z
  .union([z.literal(saleStatuses), z.enum(['1', '2', '3'])], {
    error: 'Use 1 (assinaturas), 2 (renovações) ou 3 (compras)',
  })
  .meta({
    description: '1 assinaturas, 2 renovações, 3 compras',
    example: 1,
    // The document lists only the numbers: clients generated from a mix of numbers and texts do not compile.
    override: { type: 'integer', enum: [1, 2, 3] },
  })
