import { foldText, tokenise } from '#app/domain/platform/folded-text.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { helpTexts } from '#app/routes/admin/help/help-texts.ts'
import { type HelpTopic, helpTopics } from '#app/text/backoffice/help-topics.ts'

export type HelpResult = { topic: HelpTopic; title: string; excerpt: string }

/** Returns pages in which every term begins a word, each with a matching sentence; title matches come first. */
export function searchHelp(search: string): HelpResult[] {
  const terms = tokenise(search)
  if (terms.length === 0) return []
  const matches = helpTopics.flatMap((topic) => {
    const text = helpTexts[topic]
    const sentences = listSentences(text)
    const hasAllTerms = terms.every((term) =>
      sentences.some((sentence) => hasWordStartingWith(sentence, term)),
    )
    if (!hasAllTerms) return []
    const titleHits = terms.filter((term) => hasWordStartingWith(text.title, term)).length
    return [{ topic, title: text.title, excerpt: findBestSentence(sentences, terms), titleHits }]
  })
  return matches
    .toSorted((left, right) => right.titleHits - left.titleHits)
    .map(({ topic, title, excerpt }) => ({ topic, title, excerpt }))
}

function listSentences({ title, purpose, tasks, problems, keys = [] }: HelpText): string[] {
  return [
    purpose,
    ...tasks.flatMap((task) => [task.title, ...task.steps]),
    ...problems.map(({ when, act }) => `${when} ${act}`),
    ...keys.map(({ key, action }) => `${key}: ${action}`),
    title,
  ]
}

const wordSeparators = /[^\p{L}\p{N}]+/gu

function hasWordStartingWith(sentence: string, term: string): boolean {
  const words = foldText(sentence).replace(wordSeparators, ' ')
  return ` ${words}`.includes(` ${term}`)
}

/** Returns the sentence with the most terms; among equal sentences, the first. */
function findBestSentence(sentences: readonly string[], terms: readonly string[]): string {
  const countHits = (sentence: string) => terms.filter((term) => hasWordStartingWith(sentence, term)).length
  let bestSentence = ''
  for (const sentence of sentences) if (countHits(sentence) > countHits(bestSentence)) bestSentence = sentence
  return bestSentence
}
