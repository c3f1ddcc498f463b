import { mailStateOf } from '#app/text/mail-words.ts'
import { StatusTag } from './status-tag.tsx'

/** How a sending went. */
export function MailStateTag({ state }: { state: string }) {
  const { text, tone } = mailStateOf(state)
  return <StatusTag tone={tone}>{text}</StatusTag>
}
