import { compactText, foldText } from '#app/domain/platform/folded-text.ts'

const MAX_NEAR_MISSES = 3
const MAX_TERMS = 8
/** A correction of a known word must occur in this many times as many publications. */
const COMMONER = 3
const MIN_WORD_LENGTH = 4 // too many words resemble shorter ones

export function getAllowedDistance(length: number): number {
  if (length < MIN_WORD_LENGTH) return 0
  return length < 6 ? 1 : 2
}

/** Returns the Damerau–Levenshtein distance (optimal string alignment); `max + 1` if above `max`. */
export function calculateEditDistance(one: string, other: string, max: number): number {
  const [a, b] = [[...one], [...other]]
  if (Math.abs(a.length - b.length) > max) return max + 1
  let [rowBeforeLast, lastRow]: [number[], number[]] = [[], b.map((_, index) => index + 1)]
  for (const [row, letter] of a.entries()) {
    const nextRow = b.reduce<number[]>((costs, otherLetter, column) => {
      const leftCost = costs[column - 1] ?? row + 1
      const aboveCost = lastRow[column] ?? 0
      const diagonal = column === 0 ? row : (lastRow[column - 1] ?? 0)
      const isSwapped = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === otherLetter
      const swapped = (column === 1 ? row - 1 : (rowBeforeLast[column - 2] ?? 0)) + 1
      const cheapest = Math.min(leftCost + 1, aboveCost + 1, diagonal + Number(letter !== otherLetter))
      costs.push(isSwapped ? Math.min(cheapest, swapped) : cheapest)
      return costs
    }, [])
    if (Math.min(row + 1, ...nextRow) > max) return max + 1
    ;[rowBeforeLast, lastRow] = [lastRow, nextRow]
  }
  return Math.min(lastRow.at(-1) ?? a.length, max + 1)
}

/**
 * Replaces unknown words by the nearest title words, and known ones (`isFound`) by much more common ones. Other words
 * get the spelling of the titles.
 */
export function suggestSpellings(
  search: string,
  titles: readonly string[],
  { isFound = false }: { isFound?: boolean } = {},
): string[] {
  const pieces = search.split(/\s+/).filter(Boolean).slice(0, MAX_TERMS)
  const compactTitles = titles.map(compactText)
  const vocabulary = collectVocabulary(titles)
  const choices = pieces.map((piece) => {
    const typedText = compactText(piece)
    const isKnown = compactTitles.some((title) => title.includes(typedText))
    const knownSpelling = vocabulary.find(({ folded }) => folded === typedText)?.spelling ?? piece
    if (isKnown)
      return isFound
        ? [knownSpelling, ...findCommonerTerms(typedText, vocabulary, compactTitles)]
        : [knownSpelling]
    return findNearestTerms(typedText, vocabulary)
  })
  const compactSearch = compactText(pieces.join(' '))
  return combineChoices(choices).filter((words) => compactText(words) !== compactSearch)
}

function findCommonerTerms(
  typedText: string,
  vocabulary: readonly Word[],
  titles: readonly string[],
): string[] {
  const countTitles = (word: string) => titles.filter((title) => title.includes(word)).length
  const max = getAllowedDistance(typedText.length)
  // Counting reads all publications, so only similar words are counted.
  const similarEntries = vocabulary.filter(
    ({ folded }) => folded !== typedText && calculateEditDistance(typedText, folded, max) <= max,
  )
  const minTitleCount = similarEntries.length > 0 ? countTitles(typedText) * COMMONER : 0
  return findNearestTerms(
    typedText,
    similarEntries.filter(({ folded }) => countTitles(folded) >= minTitleCount),
  )
}

type Word = { folded: string; spelling: string; count: number }

function collectVocabulary(titles: readonly string[]): Word[] {
  const words = new Map<string, Word>()
  const titleTokens = titles.flatMap((title) => title.match(/[\p{L}\p{N}]+(?:[-./][\p{L}\p{N}]+)*/gu) ?? [])
  const parts = titleTokens.flatMap((word) => word.split(/[-./]/))
  for (const titleWord of [...titleTokens, ...parts]) {
    const folded = compactText(titleWord)
    if (folded.length < MIN_WORD_LENGTH || /^\d+$/.test(folded)) continue
    const knownWord = words.get(folded)
    words.set(folded, {
      folded,
      spelling: knownWord?.spelling ?? titleWord,
      count: (knownWord?.count ?? 0) + 1,
    })
  }
  return [...words.values()]
}

function findNearestTerms(typedText: string, vocabulary: readonly Word[]): string[] {
  const max = getAllowedDistance(typedText.length)
  return vocabulary
    .map((word) => ({ ...word, distance: calculateEditDistance(typedText, word.folded, max) }))
    .filter(({ distance }) => distance <= max)
    .toSorted(
      (a, b) =>
        a.distance - b.distance ||
        b.count - a.count ||
        (foldText(a.spelling) < foldText(b.spelling) ? -1 : 1),
    )
    .slice(0, MAX_NEAR_MISSES)
    .map(({ spelling }) => spelling)
}

function combineChoices(choices: readonly string[][]): string[] {
  const [firstChoices = []] = [choices.map(([first]) => first)]
  const variants = choices.flatMap((words, place) =>
    words.slice(1).map((word) => firstChoices.map((first, index) => (index === place ? word : first))),
  )
  const completeChoices = [firstChoices, ...variants].filter((words) =>
    words.every((word) => word !== undefined),
  )
  return completeChoices.slice(0, MAX_NEAR_MISSES).map((words) => words.join(' '))
}
