import { failureWords } from '#app/text/platform/failure-words.ts'

/** Why something could not be done, in words, with what the job said as a hint. */
export function Failure({ reason }: { reason: string }) {
  const { text, code } = failureWords(reason)
  return (
    <>
      {text} <span className="hint">({code})</span>
    </>
  )
}
