import { findMoment, findNotifiedRows, type NotifiedRow } from '#app/desk/desk.server.ts'
import { env } from '#app/env.server.ts'
import { button, lines, paragraph } from '#app/mails/platform/blocks.ts'
import { company, defineMail } from '#app/mails/platform/define-mail.ts'
import { mailSender } from '#app/mails/platform/sender.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatNotified, formatWait } from '#app/text/backoffice/waiting-work-labels.ts'

type WaitingWork = {
  now: Date
  rows: Pick<NotifiedRow, 'text' | 'since' | 'until' | 'count' | 'notified'>[]
  todayUrl: string
  sender: CompanyContact
}

/** Obsolete if no record that caused it still waits (D198). */
const waitingWork = defineMail({
  name: 'mail-staff-waiting-work',
  label: 'E-mail à equipe: assuntos que esperam',
  async find(subject) {
    const moment = await findMoment(new Date())
    const rows = await findNotifiedRows(new Date(subject), moment)
    if (rows.length === 0) return undefined
    return {
      now: moment.now,
      rows,
      todayUrl: `${env.PUBLIC_URL}${paths.admin.today()}`,
      sender: await mailSender(),
    }
  },
  to: company,
  write: ({ now, rows, todayUrl }: WaitingWork) => ({
    subject:
      rows.length === 1 ? 'Um assunto espera pela equipe' : `${rows.length} assuntos esperam pela equipe`,
    blocks: [
      paragraph(
        'Isto espera há mais tempo do que devia. Fica em Hoje até ser resolvido; de cada registro avisamos uma vez só.',
      ),
      lines(
        rows.map((row) => {
          const facts = [formatWait(row, now), formatNotified(row)].filter(Boolean).join('; ')
          return facts === '' ? row.text : `${row.text} (${facts})`
        }),
      ),
      button('Abrir Hoje', todayUrl),
    ],
  }),
})

export const waitingWorkMails = [waitingWork]
