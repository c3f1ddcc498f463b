import { formatFailure } from '#app/text/platform/failure-labels.ts'

export function Failure({ reason }: { reason: string }) {
  const { text, code } = formatFailure(reason)
  return (
    <>
      {text} <span className="hint">({code})</span>
    </>
  )
}
