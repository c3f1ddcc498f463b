import { renderCertificate } from '#app/documents/certificate.tsx'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import type { FileMaker } from '#app/jobs/platform/job.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { paths } from '#app/paths.ts'

export const makeCertificate: FileMaker = async ({ facts }) => {
  const [certificate, seller] = await Promise.all([
    findCertificate(Number(facts.certificateId), toCivilDate(new Date())),
    loadMailSender(),
  ])
  if (!certificate) throw new JobRefused('no certificate to print')
  const html = renderCertificate({
    seller,
    number: certificate.number,
    checkUrl: `${env.PUBLIC_URL}${paths.checkCertificate(certificate.number)}`,
    holder: { name: certificate.holder_name, document: certificate.holder_document },
    issuedAt: certificate.issued_at,
    items: certificate.items.map((item) => ({
      name: item.name,
      version: item.version,
      versionDate: item.version_date,
      registration: item.registration,
      serialNumber: item.serialNumber,
      due: item.due,
    })),
  })
  return convertHtmlToPdf(html)
}
