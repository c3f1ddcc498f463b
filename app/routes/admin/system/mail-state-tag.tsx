import { StatusTag } from '#app/components/status-tag.tsx'
import { mailStateOf } from '#app/routes/admin/system/mail-words.ts'

/** How a sending went. */
export function MailStateTag({ state }: { state: string }) {
  const { text, tone } = mailStateOf(state)
  return <StatusTag tone={tone}>{text}</StatusTag>
}
