import { renderStatusList } from '#app/documents/status-list.tsx'
import { convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import type { FileMaker } from '#app/jobs/platform/job.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { listCurrentVersions } from '#app/models/catalogue/publication.server.ts'

export const makeStatusList: FileMaker = async ({ facts }) => {
  const [rows, seller] = await Promise.all([listCurrentVersions(), loadMailSender()])
  return convertHtmlToPdf(renderStatusList({ seller, asOf: String(facts.asOf), rows }))
}
