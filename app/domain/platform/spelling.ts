import { compactText, foldText } from '#app/domain/platform/folded-text.ts'

const MAX_NEAR_MISSES = 3
const MAX_TERMS = 8
/** A suggestion for a known word must occur in three times as many publications as that word. */
const MIN_FREQUENCY_RATIO = 3
const MIN_WORD_LENGTH = 4 // too many words resemble shorter ones

export function getAllowedDistance(length: number): number {
  if (length < MIN_WORD_LENGTH) return 0
  return length < 6 ? 1 : 2
}

/** Returns the Damerau–Levenshtein distance (optimal string alignment); `max + 1` if above `max`. */
export function calculateEditDistance(word: string, otherWord: string, max: number): number {
  const letters = [...word]
  const otherLetters = [...otherWord]
  if (Math.abs(letters.length - otherLetters.length) > max) return max + 1
  let rowBeforeLast: number[] = []
  let lastRow = otherLetters.map((_, index) => index + 1)
  for (const [row, letter] of letters.entries()) {
    const costs: number[] = []
    for (const [column, otherLetter] of otherLetters.entries()) {
      const leftCost = costs[column - 1] ?? row + 1
      const aboveCost = lastRow[column] ?? 0
      const diagonalCost = column === 0 ? row : (lastRow[column - 1] ?? 0)
      const cost = Math.min(leftCost + 1, aboveCost + 1, diagonalCost + Number(letter !== otherLetter))
      const isSwapped =
        row > 0 && column > 0 && letter === otherLetters[column - 1] && letters[row - 1] === otherLetter
      const swapCost = (column === 1 ? row - 1 : (rowBeforeLast[column - 2] ?? 0)) + 1
      costs.push(isSwapped ? Math.min(cost, swapCost) : cost)
    }
    if (Math.min(row + 1, ...costs) > max) return max + 1
    rowBeforeLast = lastRow
    lastRow = costs
  }
  return Math.min(lastRow.at(-1) ?? letters.length, max + 1)
}

/**
 * Replaces unknown words by the nearest title words. If the search found publications (`isFound`), also replaces known
 * words by much more common words. Other words get the spelling of the titles.
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
    if (!isKnown) return findNearestTerms(typedText, vocabulary)
    const commonerTerms = isFound ? findCommonerTerms(typedText, vocabulary, compactTitles) : []
    return [knownSpelling, ...commonerTerms]
  })
  const compactSearch = compactText(pieces.join(' '))
  return combineChoices(choices).filter((words) => compactText(words) !== compactSearch)
}

/** Returns suggestions for a known word: the nearest similar words that occur in far more titles. */
function findCommonerTerms(
  typedText: string,
  vocabulary: readonly Word[],
  titles: readonly string[],
): string[] {
  const countTitles = (word: string) => titles.filter((title) => title.includes(word)).length
  const maxDistance = getAllowedDistance(typedText.length)
  // Counting reads all publications, so only similar words are counted.
  const similarTerms = vocabulary.filter(
    ({ folded }) =>
      folded !== typedText && calculateEditDistance(typedText, folded, maxDistance) <= maxDistance,
  )
  const minTitleCount = similarTerms.length > 0 ? countTitles(typedText) * MIN_FREQUENCY_RATIO : 0
  const commonerTerms = similarTerms.filter(({ folded }) => countTitles(folded) >= minTitleCount)
  return findNearestTerms(typedText, commonerTerms)
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
  const maxDistance = getAllowedDistance(typedText.length)
  const nearTerms = vocabulary
    .map((word) => ({ ...word, distance: calculateEditDistance(typedText, word.folded, maxDistance) }))
    .filter(({ distance }) => distance <= maxDistance)
  const sortedTerms = nearTerms.toSorted(
    (left, right) =>
      left.distance - right.distance ||
      right.count - left.count ||
      (foldText(left.spelling) < foldText(right.spelling) ? -1 : 1),
  )
  return sortedTerms.slice(0, MAX_NEAR_MISSES).map(({ spelling }) => spelling)
}

/**
 * Joins the first choice of each word, then varies one word at a time. Skips searches with a word without
 * choices.
 */
function combineChoices(choices: readonly string[][]): string[] {
  const firstChoices = choices.map(([firstChoice]) => firstChoice)
  const variants = choices.flatMap((words, position) =>
    words
      .slice(1)
      .map((word) => firstChoices.map((firstChoice, index) => (index === position ? word : firstChoice))),
  )
  const completeChoices = [firstChoices, ...variants].filter((words) =>
    words.every((word) => word !== undefined),
  )
  return completeChoices.slice(0, MAX_NEAR_MISSES).map((words) => words.join(' '))
}
