import { type StaffListQuery, staffListQuery } from '#app/http/staff-list.ts'
import type { MailState } from '#app/models/backoffice/mail.server.ts'
import { mailStateWords } from '#app/routes/admin/system/mail-words.ts'

const states: readonly MailState[] = ['sent', 'refused', 'failed']
const codes = states.map((state) => mailStateWords[state].code)

/** The log of mails as its address asks for it. */
export function mailListQuery(request: Request): StaffListQuery<'id'> & { state: MailState | undefined } {
  const query = staffListQuery(request, { sorts: ['id'], statuses: codes })
  return { ...query, state: states.find((state) => mailStateWords[state].code === query.status) }
}
