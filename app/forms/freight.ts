import { z } from 'zod'
import { parseReais } from '#app/domain/platform/money.ts'
import { normalisedText } from '#app/forms/text-field.ts'
import { specTexts } from '#app/text/platform/messages.ts'

const lock_version = z.coerce.number().int().min(0).default(0)

export const maxFreightSteps = 40 // more than any service has

/** Parses kilograms, centavos and working days; undefined for a blank step. */
export const freightStep = z
  .object({ kg: z.string().default(''), value: z.string().default(''), days: z.string().default('') })
  .transform(({ kg, value, days }, context) => {
    if ([kg, value, days].every((text) => text.trim() === '')) return undefined
    const centavos = parseReais(value)
    const addFault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (!isIntegerBetween(kg, 1, 30)) addFault('kg', 'Digite o peso em quilos, de 1 a 30')
    if (centavos === null || centavos < 1 || centavos > 10_000_000)
      addFault('value', 'Digite o valor, como 24,90')
    if (!isIntegerBetween(days, 1, 90)) addFault('days', 'Digite os dias úteis, de 1 a 90')
    return { max_weight_kg: Number(kg), value: centavos ?? 0, days: Number(days) }
  })

function isIntegerBetween(text: string, min: number, max: number): boolean {
  return /^\d{1,2}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
}

const stepFields = Object.fromEntries(
  Array.from({ length: maxFreightSteps }, (_, index) => [String(index), freightStep.optional()]),
)

/** Parses a service's steps in a region. Omits empty lines and rejects a repeated weight. */
export const freightSchema = z.object({
  lock_version,
  step: z
    .object(stepFields)
    .default({})
    .transform((steps, context) => {
      const seenWeights = new Set<number>()
      return Object.entries(steps).flatMap(([index, step]) => {
        if (!step) return []
        if (seenWeights.has(step.max_weight_kg))
          context.addIssue({ code: 'custom', path: [index, 'kg'], message: 'Este peso já está na tabela' })
        seenWeights.add(step.max_weight_kg)
        return [step]
      })
    }),
})

/** The name of a service, which the Correios and orders use. */
export const serviceField = normalisedText(
  (text) => (/^[A-Z0-9 ]{2,20}$/.test(text.toUpperCase()) ? text.toUpperCase() : null),
  specTexts.fieldRequired,
)
