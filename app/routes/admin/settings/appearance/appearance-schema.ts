import { z } from 'zod'
import { type Colours, findColourFault, minContrast, parseColour } from '#app/domain/settings/appearance.ts'
import { optionalText } from '#app/forms/text-field.ts'

const backgroundNames = { paper: 'o fundo da página', text: 'o texto claro sobre ela' } as const

/** Formats 2.309 as '2,3' and 2.099 as '2,09'. Never rounds up to a sufficient contrast. */
function formatRatio(ratio: number): string {
  const truncatedRatio = Math.floor(ratio * 100) / 100
  return truncatedRatio.toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 2 })
}

/** Parses a colour. An empty text is null, the default colour. */
function makeColourSchema(name: keyof Colours) {
  return optionalText(20).transform((text, context) => {
    if (text === '') return null
    const addFault = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    const parsedColour = parseColour(text)
    if (!parsedColour) return addFault('Digite a cor como #0a4d5f, ou deixe vazio')
    const contrastFault = findColourFault(name, parsedColour)
    if (!contrastFault) return parsedColour
    const { ratio, background } = contrastFault
    return addFault(
      `O contraste com ${backgroundNames[background]} é de ${formatRatio(ratio)}:1; o mínimo é ${formatRatio(minContrast)}:1. Escolha uma cor mais escura.`,
    )
  })
}

export const coloursSchema = z.object({
  lock_version: z.coerce.number().int().min(0).default(0),
  ink: makeColourSchema('ink'),
  act: makeColourSchema('act'),
})
