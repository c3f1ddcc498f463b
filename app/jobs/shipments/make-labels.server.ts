import { renderLabels } from '#app/documents/labels.tsx'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { isSheetName } from '#app/domain/shipments/label.ts'
import { convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import type { FileMaker } from '#app/jobs/platform/job.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { listRecipients } from '#app/models/shipments/label.server.ts'
import { listShipmentRecipients } from '#app/models/shipments/shipment-label.server.ts'

/** The time limit in milliseconds; enough for fifty sheets with a thousand labels. */
const TIME_LIMIT_MS = 60_000

export const makeLabels: FileMaker = async ({ facts }, onProgress) => {
  const { profileIds, shipmentIds, sheet, style, start } = facts
  if (!isSheetName(sheet)) throw new JobRefused('no labels to print')
  const { recipients } = Array.isArray(shipmentIds)
    ? await listShipmentRecipients(shipmentIds.map(Number), undefined, onProgress)
    : await listRecipients(toNumbers(profileIds), undefined, onProgress)
  if (recipients.length === 0) throw new JobRefused('nobody with an address any more')
  const html = renderLabels({
    seller: await loadMailSender(),
    sheet,
    style: style === 'complete' ? 'complete' : 'simple',
    start: Number(start),
    recipients,
  })
  return convertHtmlToPdf(html, { timeoutMs: TIME_LIMIT_MS })
}

function toNumbers(ids: unknown): number[] {
  return Array.isArray(ids) ? ids.map(Number) : []
}
