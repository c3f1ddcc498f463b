import { findNotifiedRows, loadQueryTime, type NoticeRow } from '#app/desk/desk.server.ts'
import { env } from '#app/env.server.ts'
import { button, lines, paragraph } from '#app/mails/platform/blocks.ts'
import { defineMail, getCompanyEmail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatNotifiedCount, formatWorkWait } from '#app/text/backoffice/waiting-work-labels.ts'

type WaitingWork = {
  now: Date
  rows: Pick<NoticeRow, 'text' | 'since' | 'until' | 'count' | 'notifiedCount'>[]
  todayUrl: string
  sender: CompanyContact
}

/**
 * Informs staff about records that wait too long, unless all of them were resolved (D198). The job's subject
 * is the time of the notice.
 */
const waitingWork = defineMail({
  name: 'mail-staff-waiting-work',
  label: 'E-mail à equipe: assuntos que esperam',
  async find(subject) {
    const queryTime = await loadQueryTime(new Date())
    const rows = await findNotifiedRows(new Date(subject), queryTime)
    if (rows.length === 0) return undefined
    return {
      now: queryTime.now,
      rows,
      todayUrl: `${env.PUBLIC_URL}${paths.admin.today()}`,
      sender: await loadMailSender(),
    }
  },
  to: getCompanyEmail,
  write: ({ now, rows, todayUrl }: WaitingWork) => ({
    subject:
      rows.length === 1 ? 'Um assunto espera pela equipe' : `${rows.length} assuntos esperam pela equipe`,
    blocks: [
      paragraph(
        'Isto espera há mais tempo do que devia. Fica em Hoje até ser resolvido; de cada registro avisamos uma vez só.',
      ),
      lines(
        rows.map((row) => {
          const details = [formatWorkWait(row, now), formatNotifiedCount(row)].filter(Boolean).join('; ')
          return details === '' ? row.text : `${row.text} (${details})`
        }),
      ),
      button('Abrir Hoje', todayUrl),
    ],
  }),
})

export const waitingWorkMails = [waitingWork]
