import { formatFailure } from '#app/text/platform/failure-labels.ts'

/** Why something could not be done, in words, with what the job said as a hint. */
export function Failure({ reason }: { reason: string }) {
  const { text, code } = formatFailure(reason)
  return (
    <>
      {text} <span className="hint">({code})</span>
    </>
  )
}
