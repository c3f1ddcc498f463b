import { renderLabels } from '#app/documents/labels.tsx'
import { isSheetName } from '#app/domain/label.ts'
import { htmlToPdf } from '#app/gateways/pdf.server.ts'
import { mailSender } from '#app/jobs/hand-over.server.ts'
import { JobRefused } from '#app/jobs/job.ts'
import type { FileMaker } from '#app/jobs/prepare-file.server.ts'
import { listRecipients } from '#app/models/label.server.ts'

/** A thousand labels are fifty sheets. */
const TIME_LIMIT_MS = 60_000

/** Address labels as one PDF on the sheet that was chosen (F77, D46). */
export const makeLabels: FileMaker = async ({ facts }, onProgress) => {
  const { profileIds, sheet, style, start } = facts
  if (!Array.isArray(profileIds) || !isSheetName(sheet)) throw new JobRefused('no labels to print')
  const { recipients } = await listRecipients(profileIds.map(Number), undefined, onProgress)
  if (recipients.length === 0) throw new JobRefused('nobody with an address any more')
  const html = renderLabels({
    seller: await mailSender(),
    sheet,
    style: style === 'complete' ? 'complete' : 'simple',
    start: Number(start),
    recipients,
  })
  return htmlToPdf(html, { timeoutMs: TIME_LIMIT_MS })
}
