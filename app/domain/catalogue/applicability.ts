import { compactText } from '#app/domain/platform/folded-text.ts'

/** A range of serial numbers. A null bound is open; with both null, every aircraft of the model is included. */
export type SerialRange = { model: string; from: string | null; to: string | null }

/** Whether a publication fits; 'unknown' is used wherever another answer could be wrong. */
export type Applicability = 'fits' | 'does-not-fit' | 'unknown'

type Aircraft = { serial: string; model?: string | undefined }

/** Numbers of up to four digits may later need one more (999, 1000); in a longer one it is a typing error. */
const MAX_EXTENSIBLE_DIGITS = 4

type Bound = { prefix: string; digits: string; number: number }

function parseBound(text: string): Bound | null {
  const [, prefix = '', digits = ''] = /^(.*?)(\d{1,12})$/.exec(text.trim()) ?? []
  return digits === '' ? null : { prefix: compactText(prefix), digits, number: Number(digits) }
}

/** Returns whether the bounds are of one series in ascending order. An open bound always is. */
export function isSerialRange(from: string | null, to: string | null): boolean {
  const [first, last] = [from, to].map((text) => (text === null ? undefined : parseBound(text)))
  if (first === null || last === null) return false
  return !first || !last || (first.prefix === last.prefix && first.number <= last.number)
}

function evaluateRange(serial: string, { from, to }: SerialRange): Applicability {
  const [first, last] = [from === null ? null : parseBound(from), to === null ? null : parseBound(to)]
  const bound = first ?? last
  if (!bound) return 'unknown'
  const compactSerial = compactText(serial)
  const isInside = (digits: string) =>
    Number(digits) >= (first?.number ?? 0) && Number(digits) <= (last?.number ?? Infinity)
  const serialDigits = compactSerial.startsWith(bound.prefix) ? compactSerial.slice(bound.prefix.length) : ''
  if (/^\d+$/.test(serialDigits)) {
    if (!isInside(serialDigits)) return 'does-not-fit'
    const mayBeMistyped =
      (!last && isTooLong(serialDigits, bound)) || (!first && isTooShort(serialDigits, bound))
    return mayBeMistyped || isFromOtherSeries(serial, bound) ? 'unknown' : 'fits'
  }
  const mayLackPrefix = /^\d+$/.test(compactSerial) && !isTooLong(compactSerial, bound)
  return mayLackPrefix && isInside(compactSerial) ? 'unknown' : 'does-not-fit'
}

/** Returns true for 'C20-050' and the series from C2-0001, which look alike without punctuation. */
function isFromOtherSeries(serial: string, { prefix }: Bound): boolean {
  const hasPunctuation = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(serial.trim())
  return hasPunctuation && /\p{L}/u.test(serial) && parseBound(serial)?.prefix !== prefix
}

/** Returns true for a number that lacks a digit, which would match below an open bound. */
function isTooShort(typedSerial: string, { number, digits }: Bound): boolean {
  const shrink = digits.length <= MAX_EXTENSIBLE_DIGITS ? 1 : 0
  return typedSerial.replace(/^0+/, '').length < String(number).length - shrink
}

function isTooLong(typedSerial: string, { digits }: Bound): boolean {
  const growth = digits.length <= MAX_EXTENSIBLE_DIGITS ? 1 : 0
  return typedSerial.replace(/^0+/, '').length > digits.length + growth
}

export function isSameModel(one: string, other: string): boolean {
  return compactText(one) === compactText(other)
}

/** Returns the spelling to display by `compactText` for models with several ('EMB 203', 'EMB-203'). */
export function listSpellings(models: readonly string[]): Map<string, string> {
  const spellings = new Map<string, string>()
  for (const model of models) {
    const compactModel = compactText(model)
    const knownSpelling = spellings.get(compactModel)
    if (knownSpelling === undefined || model < knownSpelling) spellings.set(compactModel, model)
  }
  return spellings
}

export function findModelsBySerial(serial: string, ranges: readonly SerialRange[]): string[] {
  if (serial === '') return []
  const models: string[] = []
  for (const range of ranges)
    if (
      evaluateRange(serial, range) === 'fits' &&
      !models.some((knownModel) => isSameModel(knownModel, range.model))
    )
      models.push(range.model)
  return models
}

/** Returns whether the publication fits. If findModelsBySerial returned several models, it must fit all. */
export function evaluateApplicability(
  ranges: readonly SerialRange[],
  { serial, model }: Aircraft,
  possibleModels: readonly string[] = [],
): Applicability {
  const applicability = evaluateRanges(
    ranges,
    { serial, model },
    model ?? (possibleModels.length === 1 ? possibleModels[0] : undefined),
  )
  if (model !== undefined || possibleModels.length < 2 || applicability !== 'fits') return applicability
  const fitsAllModels = possibleModels.every(
    (possibleModel) => evaluateRanges(ranges, { serial, model: possibleModel }, possibleModel) === 'fits',
  )
  return fitsAllModels ? 'fits' : 'unknown'
}

function evaluateRanges(
  ranges: readonly SerialRange[],
  { serial, model }: Aircraft,
  assumedModel: string | undefined,
): Applicability {
  if (ranges.length === 0) return 'unknown'
  const modelRanges = model === undefined ? ranges : ranges.filter((range) => isSameModel(range.model, model))
  const applicabilities = modelRanges.map((range): Applicability => {
    const isUnlimited = range.from === null && range.to === null
    if (!isUnlimited && serial !== '') return evaluateRange(serial, range)
    return assumedModel !== undefined && isSameModel(range.model, assumedModel) ? 'fits' : 'unknown'
  })
  if (applicabilities.includes('fits')) return 'fits'
  return applicabilities.includes('unknown') ? 'unknown' : 'does-not-fit'
}
