import { defineStaffListSource } from '#app/http/backoffice/load-list.server.ts'
import { parseStaffListQuery, type StaffListQuery } from '#app/http/backoffice/staff-list.ts'
import type { MailState } from '#app/models/backoffice/mail.server.ts'
import { listMails } from '#app/models/backoffice/mail-list.server.ts'
import { mailStateLabels } from '#app/text/backoffice/mail-state-labels.ts'

const listedStates: readonly MailState[] = ['sent', 'refused', 'failed', 'declined', 'returned']
const stateCodes = listedStates.map((state) => mailStateLabels[state].code)

export const mailList = defineStaffListSource({
  view: 'mails',
  query: (request): StaffListQuery<'id'> & { state: MailState | undefined } => {
    const query = parseStaffListQuery(request, { sorts: ['id'], statuses: stateCodes })
    return { ...query, state: listedStates.find((state) => mailStateLabels[state].code === query.status) }
  },
  read: listMails,
})
