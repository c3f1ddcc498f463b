import { bareText, fold } from '#app/domain/platform/folded-text.ts'

const MAX_NEAR_MISSES = 3
const MAX_TERMS = 8
/** A correction of a known word must occur in this many times as many titles. */
const COMMONER = 3
const MIN_WORD_LENGTH = 4 // shorter words resemble too many others

export function allowedDistance(length: number): number {
  if (length < MIN_WORD_LENGTH) return 0
  return length < 6 ? 1 : 2
}

/** Returns the Damerau–Levenshtein distance (optimal string alignment), or `max + 1` above `max`. */
export function editDistance(one: string, other: string, max: number): number {
  const [a, b] = [[...one], [...other]]
  if (Math.abs(a.length - b.length) > max) return max + 1
  let [before, last]: [number[], number[]] = [[], b.map((_, index) => index + 1)]
  for (const [row, letter] of a.entries()) {
    const next = b.reduce<number[]>((costs, against, column) => {
      const left = costs[column - 1] ?? row + 1
      const above = last[column] ?? 0
      const diagonal = column === 0 ? row : (last[column - 1] ?? 0)
      const isSwapped = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === against
      const swapped = (column === 1 ? row - 1 : (before[column - 2] ?? 0)) + 1
      const cheapest = Math.min(left + 1, above + 1, diagonal + Number(letter !== against))
      costs.push(isSwapped ? Math.min(cheapest, swapped) : cheapest)
      return costs
    }, [])
    if (Math.min(row + 1, ...next) > max) return max + 1
    ;[before, last] = [last, next]
  }
  return Math.min(last.at(-1) ?? a.length, max + 1)
}

/** Replaces unknown words by the nearest title words, and known ones (`isFound`) by much more common ones. */
export function nearMisses(
  search: string,
  titles: readonly string[],
  { isFound = false }: { isFound?: boolean } = {},
): string[] {
  const pieces = search.split(/\s+/).filter(Boolean).slice(0, MAX_TERMS)
  const bare = titles.map(bareText)
  const vocabulary = vocabularyOf(titles)
  const choices = pieces.map((piece) => {
    const typed = bareText(piece)
    const isKnown = bare.some((title) => title.includes(typed))
    if (isKnown) return isFound ? [piece, ...commonerTerms(typed, vocabulary, bare)] : [piece]
    return nearestTerms(typed, vocabulary)
  })
  const asTyped = pieces.join(' ')
  return combined(choices).filter((words) => words !== asTyped)
}

function commonerTerms(typed: string, vocabulary: readonly Word[], titles: readonly string[]): string[] {
  const countOf = (word: string) => titles.filter((title) => title.includes(word)).length
  const max = allowedDistance(typed.length)
  // Counting reads all titles, so only similar words are counted.
  const near = vocabulary.filter(({ folded }) => folded !== typed && editDistance(typed, folded, max) <= max)
  const enough = near.length > 0 ? countOf(typed) * COMMONER : 0
  return nearestTerms(
    typed,
    near.filter(({ folded }) => countOf(folded) >= enough),
  )
}

type Word = { folded: string; shown: string; count: number }

function vocabularyOf(titles: readonly string[]): Word[] {
  const words = new Map<string, Word>()
  const written = titles.flatMap((title) => title.match(/[\p{L}\p{N}]+(?:[-./][\p{L}\p{N}]+)*/gu) ?? [])
  const parts = written.flatMap((word) => word.split(/[-./]/))
  for (const shown of [...written, ...parts]) {
    const folded = bareText(shown)
    if (folded.length < MIN_WORD_LENGTH || /^\d+$/.test(folded)) continue
    const known = words.get(folded)
    words.set(folded, { folded, shown: known?.shown ?? shown, count: (known?.count ?? 0) + 1 })
  }
  return [...words.values()]
}

function nearestTerms(typed: string, vocabulary: readonly Word[]): string[] {
  const max = allowedDistance(typed.length)
  return vocabulary
    .map((word) => ({ ...word, distance: editDistance(typed, word.folded, max) }))
    .filter(({ distance }) => distance <= max)
    .toSorted(
      (a, b) => a.distance - b.distance || b.count - a.count || (fold(a.shown) < fold(b.shown) ? -1 : 1),
    )
    .slice(0, MAX_NEAR_MISSES)
    .map(({ shown }) => shown)
}

function combined(choices: readonly string[][]): string[] {
  const [best = []] = [choices.map(([first]) => first)]
  const others = choices.flatMap((words, place) =>
    words.slice(1).map((word) => best.map((first, index) => (index === place ? word : first))),
  )
  const whole = [best, ...others].filter((words) => words.every((word) => word !== undefined))
  return whole.slice(0, MAX_NEAR_MISSES).map((words) => words.join(' '))
}
