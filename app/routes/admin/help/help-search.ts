import { foldText, tokenise } from '#app/domain/platform/folded-text.ts'
import type { HelpText } from '#app/routes/admin/help/help-text.ts'
import { helpTexts } from '#app/routes/admin/help/help-texts.ts'
import { type HelpTopic, helpTopics } from '#app/text/backoffice/help-topics.ts'

export type HelpResult = { topic: HelpTopic; title: string; excerpt: string }

/** Returns pages with all words or words that begin so, titles first, each with a matching sentence. */
export function searchHelp(search: string): HelpResult[] {
  const wantedTerms = tokenise(search)
  if (wantedTerms.length === 0) return []
  const found = helpTopics.flatMap((topic) => {
    const text = helpTexts[topic]
    const sentences = listSentences(text)
    const isThere = wantedTerms.every((word) => sentences.some((sentence) => includesWord(sentence, word)))
    if (!isThere) return []
    const inTitle = wantedTerms.filter((word) => includesWord(text.title, word)).length
    return [{ topic, title: text.title, excerpt: findBestSentence(sentences, wantedTerms), inTitle }]
  })
  return found
    .toSorted((one, other) => other.inTitle - one.inTitle)
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

function includesWord(sentence: string, word: string): boolean {
  return ` ${foldText(sentence).replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${word}`)
}

/** Returns the first of the sentences that contain most of the words. */
function findBestSentence(sentences: readonly string[], wantedTerms: readonly string[]): string {
  const countHits = (sentence: string) => wantedTerms.filter((word) => includesWord(sentence, word)).length
  return sentences.reduce((best, sentence) => (countHits(sentence) > countHits(best) ? sentence : best), '')
}
