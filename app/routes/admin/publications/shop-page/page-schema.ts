import { z } from 'zod'
import { isSerialRange, type SerialRange } from '#app/domain/catalogue/applicability.ts'
import { publicationKinds } from '#app/domain/catalogue/publication-kind.ts'
import { foldText } from '#app/domain/platform/folded-text.ts'
import { optionalLines } from '#app/forms/text-field.ts'

const MAX_MODELS = 40
const MAX_MODEL_LENGTH = 40
const MAX_SERIAL_LENGTH = 30

const words = {
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
  kind: z.enum(publicationKinds, { error: words.kind }),
  description: optionalLines(2_000),
  models: optionalLines(4_000).transform((text, context) => {
    const { ranges, faults } = readModels(text)
    for (const message of faults) context.addIssue({ code: 'custom', message })
    return faults.length > 0 ? z.NEVER : ranges
  }),
  contents: optionalLines(6_000),
  lock_version: z.coerce.number().int().min(0).default(0),
})

/** Texts of a publication's page, null if empty. */
export const publicationPageSchema = fields.transform(({ lock_version, ...page }) => ({
  lock_version,
  page: {
    ...page,
    description: page.description || null,
    contents: page.contents || null,
  },
}))

/** Parses lines with an aircraft model and, after a colon, its serial numbers (D80). */
export function readModels(text: string): { ranges: SerialRange[]; faults: string[] } {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const filledLines = lines.filter(({ line }) => line !== '')
  if (filledLines.length > MAX_MODELS) return { ranges: [], faults: [words.tooMany] }
  const ranges: SerialRange[] = []
  const faults: string[] = []
  const seenModels = new Set<string>()
  for (const { line, number } of filledLines) {
    const range = readLine(line, number)
    const key = foldText(line.replace(/\s+/g, ' '))
    if (typeof range === 'string') faults.push(range)
    else if (seenModels.has(key)) faults.push(words.twice(number))
    else ranges.push(range)
    seenModels.add(key)
  }
  return { ranges, faults }
}

function readLine(line: string, number: number): SerialRange | string {
  const [, before = line, after] = /^([^:]*):(.*)$/.exec(line) ?? []
  const model = before.trim()
  if (model === '' || model.length > MAX_MODEL_LENGTH) return words.model(number)
  const serials = readSerials(after?.trim() ?? '')
  if (!serials) return words.serials(number)
  return isSerialRange(serials.from, serials.to) ? { model, ...serials } : words.order(number)
}

const serial = String.raw`([\p{L}\p{N}][\p{L}\p{N}./-]*)`
const between = new RegExp(String.raw`^${serial}(?:\s+a\s+|\s+ate\s+|\s*[–—]\s*|\s+-\s+)${serial}$`, 'iu')
const fromOn = new RegExp(String.raw`^(?:a partir de\s+)?${serial}\s*(?:em diante|\+|[–—]|-)?$`, 'iu')
const upTo = new RegExp(String.raw`^(?:ate|[–—]|-)\s*${serial}$`, 'iu')

/** Matches two numbers in one word, as in '20300001/20300999' and 'T12-001-T12-099'. */
const isSeveral = /\/|\d-\p{L}*\d+-/u

/** Parses serial numbers. 'todas as séries' and '' mean all; a single number, only that aircraft. */
function readSerials(text: string): Pick<SerialRange, 'from' | 'to'> | null {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/^series?\s+/i, '')
  if (plain === '' || /^todas?( as series)?$/i.test(plain)) return { from: null, to: null }
  // In '25-2345' the dash may belong to one number: without blanks, only equal lengths are a range.
  const [, low, high] = /^(\d+)[-–—](\d+)$/.exec(plain) ?? []
  if (low && high) return low.length === high.length ? checkSerials({ from: low, to: high }) : null
  const [, first, last] = between.exec(plain) ?? []
  if (first && last) return checkSerials({ from: first, to: last })
  const [, highest] = upTo.exec(plain) ?? []
  if (highest) return checkSerials({ from: null, to: highest })
  const [, lowest] = fromOn.exec(plain) ?? []
  if (!lowest) return null
  const isAlone = new RegExp(`^${serial}$`, 'iu').test(plain) && !plain.endsWith('-')
  if (isAlone && isSeveral.test(plain)) return null
  return checkSerials(isAlone ? { from: plain, to: plain } : { from: lowest.replace(/-$/, ''), to: null })
}

function checkSerials(serials: Pick<SerialRange, 'from' | 'to'>) {
  const isShort = [serials.from, serials.to].every((each) => (each?.length ?? 0) <= MAX_SERIAL_LENGTH)
  return isShort ? serials : null
}
