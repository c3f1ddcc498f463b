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
  const [, before = '', digits = ''] = /^(.*?)(\d{1,12})$/.exec(text.trim()) ?? []
  return digits === '' ? null : { prefix: compactText(before), digits, number: Number(digits) }
}

/** Returns whether the bounds are of one series in ascending order. An open bound always is. */
export function isSerialRange(from: string | null, to: string | null): boolean {
  const [first, last] = [from, to].map((text) => (text === null ? undefined : parseBound(text)))
  if (first === null || last === null) return false
  return !first || !last || (first.prefix === last.prefix && first.number <= last.number)
}

function judgeRange(serial: string, { from, to }: SerialRange): Applicability {
  const [first, last] = [from === null ? null : parseBound(from), to === null ? null : parseBound(to)]
  const bound = first ?? last
  if (!bound) return 'unknown'
  const typedSerial = compactText(serial)
  const isInside = (digits: string) =>
    Number(digits) >= (first?.number ?? 0) && Number(digits) <= (last?.number ?? Infinity)
  const rest = typedSerial.startsWith(bound.prefix) ? typedSerial.slice(bound.prefix.length) : ''
  if (/^\d+$/.test(rest)) {
    if (!isInside(rest)) return 'does-not-fit'
    const mayBeMistyped = (!last && isTooLong(rest, bound)) || (!first && isTooShort(rest, bound))
    return mayBeMistyped || isOfOtherSeries(serial, bound) ? 'unknown' : 'fits'
  }
  const mayLackPrefix = /^\d+$/.test(typedSerial) && !isTooLong(typedSerial, bound)
  return mayLackPrefix && isInside(typedSerial) ? 'unknown' : 'does-not-fit'
}

/** Returns true for 'C20-050' and the series from C2-0001, which look alike without punctuation. */
function isOfOtherSeries(serial: string, { prefix }: Bound): boolean {
  const isMarked = /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(serial.trim())
  return isMarked && /\p{L}/u.test(serial) && parseBound(serial)?.prefix !== prefix
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
    const bare = compactText(model)
    const knownSpelling = spellings.get(bare)
    if (knownSpelling === undefined || model < knownSpelling) spellings.set(bare, model)
  }
  return spellings
}

export function findModelsBySerial(serial: string, ranges: readonly SerialRange[]): string[] {
  if (serial === '') return []
  const models: string[] = []
  for (const range of ranges)
    if (
      judgeRange(serial, range) === 'fits' &&
      !models.some((knownModel) => isSameModel(knownModel, range.model))
    )
      models.push(range.model)
  return models
}

/** Returns whether the publication fits. If findModelsBySerial returned several `holders`, it must fit all. */
export function evaluateApplicability(
  ranges: readonly SerialRange[],
  { serial, model }: Aircraft,
  holders: readonly string[] = [],
): Applicability {
  const answer = judge(ranges, { serial, model }, model ?? (holders.length === 1 ? holders[0] : undefined))
  if (model !== undefined || holders.length < 2 || answer !== 'fits') return answer
  const isForAll = holders.every((holder) => judge(ranges, { serial, model: holder }, holder) === 'fits')
  return isForAll ? 'fits' : 'unknown'
}

function judge(
  ranges: readonly SerialRange[],
  { serial, model }: Aircraft,
  assumed: string | undefined,
): Applicability {
  if (ranges.length === 0) return 'unknown'
  const relevant = model === undefined ? ranges : ranges.filter((range) => isSameModel(range.model, model))
  const answers = relevant.map((range): Applicability => {
    const isWhole = range.from === null && range.to === null
    if (!isWhole && serial !== '') return judgeRange(serial, range)
    return assumed !== undefined && isSameModel(range.model, assumed) ? 'fits' : 'unknown'
  })
  if (answers.includes('fits')) return 'fits'
  return answers.includes('unknown') ? 'unknown' : 'does-not-fit'
}
