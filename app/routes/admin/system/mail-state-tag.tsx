import { describeMailState } from '#app/text/backoffice/mail-state-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'

/** Shows the state of a mail's delivery as a coloured label. */
export function MailStateTag({ state }: { state: string }) {
  const { text, tone } = describeMailState(state)
  return <StatusTag tone={tone}>{text}</StatusTag>
}
