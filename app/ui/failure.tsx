import { formatFailure } from '#app/text/platform/failure-labels.ts'

export function Failure({ reason }: { reason: string }) {
  const { text, code } = formatFailure(reason)
  return (
    <>
      {text} {code === null ? null : <span className="hint">({code})</span>}
    </>
  )
}
