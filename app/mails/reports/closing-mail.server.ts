import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { parseMonthPeriod } from '#app/domain/reports/closing-month.ts'
import { readStored } from '#app/gateways/storage.server.ts'
import { type Attachment, labelledRows, paragraph } from '#app/mails/platform/blocks.ts'
import { defineMail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { reportTypes } from '#app/models/platform/report-file.server.ts'
import {
  closingFormats,
  isClosingSent,
  makeClosingPath,
  markClosingSent,
} from '#app/models/reports/closing-mail.server.ts'
import { dayClosing } from '#app/models/reports/day-closing.server.ts'
import { findCompany } from '#app/models/settings/setting.server.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatCell } from '#app/text/reports/cells.ts'
import { listClosingTotals } from '#app/text/reports/closing-lines.ts'
import { closingMailTexts } from '#app/text/reports/closing-mail-text.ts'

type ClosingFacts = {
  to: string
  month: string
  totals: { label: string; value: string }[]
  files: Attachment[]
  sender: CompanyContact
}

/** Sends a month's closing to the accountant (D201). The job's subject is the month, '2026-10'. */
const closing = defineMail({
  name: 'mail-closing',
  label: 'E-mail à contabilidade: fechamento do mês',
  addressee: 'ao e-mail da contabilidade de agora',
  async find(month, { isResend }) {
    if ((await isClosingSent(month)) && !isResend) return undefined
    const to = (await findCompany())?.accountantEmail
    if (!to) return undefined
    const { accounts } = await dayClosing.totals({
      ...parseMonthPeriod(month),
      today: toCivilDate(new Date()),
    })
    const totals = listClosingTotals(accounts).map(({ label, kind, value }) => ({
      label,
      value: formatCell(kind, value),
    }))
    return { to, month, totals, files: await loadFiles(month), sender: await loadMailSender() }
  },
  to: ({ to }) => to,
  write: ({ month, totals, files }: ClosingFacts) => ({
    subject: closingMailTexts.subject(month),
    blocks: [
      paragraph(closingMailTexts.opening(month)),
      labelledRows(totals),
      paragraph(closingMailTexts.files),
      paragraph(closingMailTexts.later),
    ],
    attachments: files,
  }),
  onSent: markClosingSent,
})

export const closingMails = [closing]

async function loadFiles(month: string): Promise<Attachment[]> {
  const files = await Promise.all(
    closingFormats.map(async (format) => {
      const content = await readStored(makeClosingPath(month, format))
      return content ? [{ name: `fechamento_${month}.${format}`, type: reportTypes[format], content }] : []
    }),
  )
  if (files.flat().length === 0) throw new JobRefused(`the files of the closing of ${month} are deleted`)
  return files.flat()
}
