import { z } from 'zod'
import { isSerialRange, type SerialRange } from '#app/domain/catalogue/applicability.ts'
import { publicationKinds } from '#app/domain/catalogue/publication-kind.ts'
import { foldText } from '#app/domain/platform/folded-text.ts'
import { optionalLines } from '#app/forms/text-field.ts'

const MAX_MODELS = 40
const MAX_MODEL_LENGTH = 40
const MAX_SERIAL_LENGTH = 30

const faultTexts = {
  kind: 'Escolha o tipo da publicação',
  tooMany: `Use no máximo ${MAX_MODELS} linhas`,
  model: (line: number) => `Linha ${line}: escreva o modelo, com no máximo ${MAX_MODEL_LENGTH} letras`,
  serials: (line: number) =>
    `Linha ${line}: use “EMB-203: 20300001 a 20300999”, “EMB-203: 20300001 em diante” ou “EMB-203: até 20300999”`,
  order: (line: number) =>
    `Linha ${line}: o primeiro número de série passa do último, ou os dois não são da mesma série`,
  twice: (line: number) => `Linha ${line}: esta linha se repete`,
}

const fields = z.object({
  kind: z.enum(publicationKinds, { error: faultTexts.kind }),
  description: optionalLines(2_000),
  models: optionalLines(4_000).transform((text, context) => {
    const { ranges, faults } = parseModels(text)
    for (const message of faults) context.addIssue({ code: 'custom', message })
    return faults.length > 0 ? z.NEVER : ranges
  }),
  contents: optionalLines(6_000),
  lock_version: z.coerce.number().int().min(0).default(0),
})

/** Parses the texts of a publication's page; empty texts become null. */
export const publicationPageSchema = fields.transform(({ lock_version, ...page }) => ({
  lock_version,
  page: {
    ...page,
    description: page.description || null,
    contents: page.contents || null,
  },
}))

/** Parses lines with an aircraft model and, after a colon, its serial numbers (D80). */
export function parseModels(text: string): { ranges: SerialRange[]; faults: string[] } {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const filledLines = lines.filter(({ line }) => line !== '')
  if (filledLines.length > MAX_MODELS) return { ranges: [], faults: [faultTexts.tooMany] }
  const ranges: SerialRange[] = []
  const faults: string[] = []
  const seenModels = new Set<string>()
  for (const { line, number } of filledLines) {
    const range = parseModelLine(line, number)
    const foldedLine = foldText(line.replace(/\s+/g, ' '))
    if (typeof range === 'string') faults.push(range)
    else if (seenModels.has(foldedLine)) faults.push(faultTexts.twice(number))
    else ranges.push(range)
    seenModels.add(foldedLine)
  }
  return { ranges, faults }
}

const modelAndSerialsPattern = /^([^:]*):(.*)$/

function parseModelLine(line: string, lineNumber: number): SerialRange | string {
  const [, modelText = line, serialsText = ''] = modelAndSerialsPattern.exec(line) ?? []
  const model = modelText.trim()
  if (model === '' || model.length > MAX_MODEL_LENGTH) return faultTexts.model(lineNumber)
  const serials = parseSerials(serialsText.trim())
  if (!serials) return faultTexts.serials(lineNumber)
  return isSerialRange(serials.from, serials.to) ? { model, ...serials } : faultTexts.order(lineNumber)
}

const serialPattern = String.raw`([\p{L}\p{N}][\p{L}\p{N}./-]*)`
const spanPattern = new RegExp(
  String.raw`^${serialPattern}(?:\s+a\s+|\s+ate\s+|\s*[–—]\s*|\s+-\s+)${serialPattern}$`,
  'iu',
)
const fromPattern = new RegExp(
  String.raw`^(?:a partir de\s+)?${serialPattern}\s*(?:em diante|\+|[–—]|-)?$`,
  'iu',
)
const upToPattern = new RegExp(String.raw`^(?:ate|[–—]|-)\s*${serialPattern}$`, 'iu')

const singleSerialPattern = new RegExp(`^${serialPattern}$`, 'iu')
const allSeriesPattern = /^todas?( as series)?$/i
const unspacedRangePattern = /^(\d+)[-–—](\d+)$/

/** Matches two numbers in one word, as in '20300001/20300999' and 'T12-001-T12-099'. */
const severalSerialsPattern = /\/|\d-\p{L}*\d+-/u

/** Parses serial numbers. 'todas as séries' and '' mean all series; a single number means one aircraft. */
function parseSerials(text: string): Pick<SerialRange, 'from' | 'to'> | null {
  const plainText = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/^series?\s+/i, '')
  if (plainText === '' || allSeriesPattern.test(plainText)) return { from: null, to: null }
  // In '25-2345' the dash may belong to one number: without blanks, only equal lengths are a range.
  const [, low, high] = unspacedRangePattern.exec(plainText) ?? []
  if (low && high) return low.length === high.length ? rejectLongSerials({ from: low, to: high }) : null
  const [, first, last] = spanPattern.exec(plainText) ?? []
  if (first && last) return rejectLongSerials({ from: first, to: last })
  const [, highest] = upToPattern.exec(plainText) ?? []
  if (highest) return rejectLongSerials({ from: null, to: highest })
  const [, lowest] = fromPattern.exec(plainText) ?? []
  if (!lowest) return null
  const isSingleSerial = singleSerialPattern.test(plainText) && !plainText.endsWith('-')
  if (isSingleSerial && severalSerialsPattern.test(plainText)) return null
  return rejectLongSerials(
    isSingleSerial ? { from: plainText, to: plainText } : { from: lowest.replace(/-$/, ''), to: null },
  )
}

function rejectLongSerials(serials: Pick<SerialRange, 'from' | 'to'>) {
  const areShort = [serials.from, serials.to].every((text) => (text?.length ?? 0) <= MAX_SERIAL_LENGTH)
  return areShort ? serials : null
}
