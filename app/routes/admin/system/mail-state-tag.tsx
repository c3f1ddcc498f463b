import { describeMailState } from '#app/text/backoffice/mail-state-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

/** Shows the state of a delivery. */
export function MailStateTag({ state }: { state: string }) {
  const { text, tone } = describeMailState(state)
  return <StatusTag tone={tone}>{text}</StatusTag>
}
