import { compactText } from '#app/domain/platform/folded-text.ts'

/** A range of serial numbers. A null bound is open. If both are null, every aircraft of the model is included. */
export type SerialRange = { model: string; from: string | null; to: string | null }

/** Whether a publication fits. 'unknown' is returned wherever 'fits' or 'does-not-fit' could be wrong. */
export type Applicability = 'fits' | 'does-not-fit' | 'unknown'

type Aircraft = { serial: string; model?: string | undefined }

/** A series may grow by a digit (999, 1000) up to this length. In longer numbers, another digit is a typing error. */
const MAX_EXTENSIBLE_DIGITS = 4

type Bound = { prefix: string; digits: string; number: number }

function parseBound(text: string): Bound | null {
  const [, prefix = '', digits = ''] = /^(.*?)(\d{1,12})$/.exec(text.trim()) ?? []
  return digits === '' ? null : { prefix: compactText(prefix), digits, number: Number(digits) }
}

/** Returns whether the bounds belong to one series and ascend. An open bound is always valid. */
export function isSerialRange(from: string | null, to: string | null): boolean {
  const firstBound = from === null ? undefined : parseBound(from)
  const lastBound = to === null ? undefined : parseBound(to)
  if (firstBound === null || lastBound === null) return false
  if (!firstBound || !lastBound) return true
  return firstBound.prefix === lastBound.prefix && firstBound.number <= lastBound.number
}

/**
 * Compares a serial number with a range. A number that may be mistyped or may lack its prefix is 'unknown'.
 */
function evaluateRange(serial: string, { from, to }: SerialRange): Applicability {
  const firstBound = from === null ? null : parseBound(from)
  const lastBound = to === null ? null : parseBound(to)
  const bound = firstBound ?? lastBound
  if (!bound) return 'unknown'
  const compactSerial = compactText(serial)
  const isInside = (digits: string) =>
    Number(digits) >= (firstBound?.number ?? 0) && Number(digits) <= (lastBound?.number ?? Infinity)
  const serialDigits = compactSerial.startsWith(bound.prefix) ? compactSerial.slice(bound.prefix.length) : ''
  if (/^\d+$/.test(serialDigits)) {
    if (!isInside(serialDigits)) return 'does-not-fit'
    const mayBeMistyped =
      (!lastBound && isTooLong(serialDigits, bound)) || (!firstBound && isTooShort(serialDigits, bound))
    return mayBeMistyped || isFromOtherSeries(serial, bound) ? 'unknown' : 'fits'
  }
  const mayLackPrefix = /^\d+$/.test(compactSerial) && !isTooLong(compactSerial, bound)
  return mayLackPrefix && isInside(compactSerial) ? 'unknown' : 'does-not-fit'
}

/** Returns true for 'C20-050' if the series starts at C2-0001. Without punctuation, both prefixes look alike. */
function isFromOtherSeries(serial: string, { prefix }: Bound): boolean {
  const hasPunctuation = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(serial.trim())
  return hasPunctuation && /\p{L}/u.test(serial) && parseBound(serial)?.prefix !== prefix
}

/** Returns true for a number that lacks a digit. Such a number would match a range without a lower bound. */
function isTooShort(typedSerial: string, { number, digits }: Bound): boolean {
  const shrink = digits.length <= MAX_EXTENSIBLE_DIGITS ? 1 : 0
  return typedSerial.replace(/^0+/, '').length < String(number).length - shrink
}

function isTooLong(typedSerial: string, { digits }: Bound): boolean {
  const growth = digits.length <= MAX_EXTENSIBLE_DIGITS ? 1 : 0
  return typedSerial.replace(/^0+/, '').length > digits.length + growth
}

export function isSameModel(model: string, otherModel: string): boolean {
  return compactText(model) === compactText(otherModel)
}

/** Maps each compact model to one spelling, because a model may have several ('EMB 203', 'EMB-203'). */
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
  for (const range of ranges) {
    const isListed = models.some((listedModel) => isSameModel(listedModel, range.model))
    if (!isListed && evaluateRange(serial, range) === 'fits') models.push(range.model)
  }
  return models
}

/** Returns whether the publication fits. If the serial number has several `possibleModels`, it must fit all of them. */
export function evaluateApplicability(
  ranges: readonly SerialRange[],
  { serial, model }: Aircraft,
  possibleModels: readonly string[] = [],
): Applicability {
  const onlyPossibleModel = possibleModels.length === 1 ? possibleModels[0] : undefined
  const applicability = evaluateRanges(ranges, { serial, model }, model ?? onlyPossibleModel)
  if (model !== undefined || possibleModels.length < 2 || applicability !== 'fits') return applicability
  const fitsAllModels = possibleModels.every(
    (possibleModel) => evaluateRanges(ranges, { serial, model: possibleModel }, possibleModel) === 'fits',
  )
  return fitsAllModels ? 'fits' : 'unknown'
}

/**
 * Returns 'fits' if any range of the model includes the aircraft, 'does-not-fit' if all ranges exclude it.
 */
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
