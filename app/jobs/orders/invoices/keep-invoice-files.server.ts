import { randomBytes } from 'node:crypto'
import { readInvoiceXml } from '#app/domain/orders/invoices/invoice-xml.ts'
import { detectAttachmentType } from '#app/domain/platform/attachment.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import { type FiscalIssuer, FiscalRefused } from '#app/gateways/fiscal-issuer/fiscal-issuer.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import {
  readRemoteInvoice,
  requireFiscalIssuer,
  requireIssuedInvoice,
} from '#app/jobs/orders/invoices/fiscal-access.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { announceInvoice } from '#app/models/orders/invoices/invoice-mail.server.ts'
import { storeIssuedFile } from '#app/models/orders/invoices/issued-files.server.ts'
import { type IssuedInvoice, recordAuthorisation } from '#app/models/orders/invoices/issued-invoice.server.ts'
import { formatInvoiceFileName, type InvoiceFileKind } from '#app/text/orders/invoice-labels.ts'

/**
 * Stores the files of an invoice and queues its mail, or stores the file of its cancellation. A repeat adds
 * missing files. The subject is '{invoice}/authorised' or '{invoice}/cancelled'.
 */
export const keepInvoiceFiles: Job = {
  queue: 'work',
  async run(subject, { attempt = 1 }) {
    const [id, version] = subject.split('/')
    const invoice = await requireIssuedInvoice(Number(id))
    const issuer = requireFiscalIssuer(invoice)
    const { files } = await readRemoteInvoice(issuer, invoice)
    if (version === 'cancelled') {
      if (files.cancellation)
        await storeInvoiceFile(issuer, invoice, { file: files.cancellation, kind: 'cancellation' })
      return
    }
    if (files.xml)
      await recordXmlAuthorisation(
        invoice.id,
        await storeInvoiceFile(issuer, invoice, { file: files.xml, kind: 'xml' }),
      )
    reachFaultPoint('keep-invoice-files:xml')
    const lossReason =
      files.pdf && (await storeFileOrLog(issuer, invoice, { file: files.pdf, kind: 'pdf' }, attempt))
    await announceInvoice(invoice.id)
    if (lossReason) throw new JobRefused(lossReason)
  },
}

type RemoteFile = { file: string; kind: InvoiceFileKind }

/** The number of attempts, with doubling waits, within a few minutes. Afterwards, staff must act. */
const FILE_ATTEMPTS = 6

/**
 * Stores a file. Throws for a retry. Returns the reason of a final failure, after which staff can get the
 * file elsewhere.
 */
export async function storeFileOrLog(
  issuer: FiscalIssuer,
  invoice: IssuedInvoice,
  remoteFile: RemoteFile,
  attempt: number,
): Promise<string | null> {
  try {
    await storeInvoiceFile(issuer, invoice, remoteFile)
    return null
  } catch (error) {
    log.warn({ err: error, invoice: invoice.id, file: remoteFile.kind }, 'file of an invoice not kept')
    if (error instanceof FiscalRefused) return 'a file of the invoice lies outside the issuer'
    const isFinal = error instanceof RemoteFault && error.reason !== 'paused' && attempt >= FILE_ATTEMPTS
    if (!isFinal) throw error
    return 'the issuer does not give a file of the invoice'
  }
}

/** Stores a file's content, then its row. Deletes the content if no row was added. */
export async function storeInvoiceFile(
  issuer: FiscalIssuer,
  invoice: IssuedInvoice,
  { file, kind }: RemoteFile,
): Promise<Buffer> {
  const bytes = await issuer.download(file)
  const type = detectAttachmentType(bytes)?.type ?? 'application/octet-stream'
  const storedName = `orders/${randomBytes(16).toString('hex')}`
  await putFile(storedName, bytes)
  const data = { file: storedName, name: formatInvoiceFileName(invoice, kind), type, bytes: bytes.length }
  const storeResult = await storeIssuedFile(invoice.id, data)
  if (typeof storeResult === 'number') return bytes
  await removeFile(storedName).catch((error) =>
    log.warn({ err: error, file: storedName }, 'left to the sweep'),
  )
  if (storeResult === 'too-many') throw new JobRefused('no room for the files of the invoice')
  return bytes
}

async function recordXmlAuthorisation(id: number, bytes: Buffer): Promise<void> {
  const xmlResult = readInvoiceXml(bytes.toString('utf8'))
  if (!xmlResult.ok) return
  const instant = xmlResult.value.authorisedAt === null ? null : new Date(xmlResult.value.authorisedAt)
  const authorisedAt = instant && !Number.isNaN(instant.getTime()) ? instant : null
  await recordAuthorisation(id, { protocol: xmlResult.value.protocol, authorisedAt })
}
