import { z } from 'zod'
import { countLabelsPerSheet, isSheetName, labelSheets } from '#app/domain/shipments/label.ts'
import { specTexts } from '#app/text/platform/messages.ts'

/** `start` is the first free label of a partly used sheet, from 1. */
export const labelsSchema = z
  .object({
    style: z.enum(['simple', 'complete'], { error: specTexts.fieldRequired }),
    sheet: z.string({ error: specTexts.fieldRequired }).transform((text, context) => {
      if (isSheetName(text)) return text
      context.addIssue('Folha desconhecida')
      return z.NEVER
    }),
    start: z.coerce
      .number({ error: 'Digite um número' })
      .int('Digite um número inteiro')
      .min(1, 'Comece em 1'),
  })
  .superRefine(({ sheet, start }, context) => {
    const max = countLabelsPerSheet(labelSheets[sheet])
    if (start > max)
      context.addIssue({ code: 'custom', path: ['start'], message: `A folha tem ${max} etiquetas` })
  })
