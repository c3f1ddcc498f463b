import { randomBytes } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { type AccessKey, listKeyDifferences } from '#app/domain/orders/invoices/access-key.ts'
import {
  type InvoiceXml,
  maxInvoiceXmlBytes,
  readInvoiceXml,
} from '#app/domain/orders/invoices/invoice-xml.ts'
import {
  detectAttachmentType,
  formatAttachmentName,
  maxAttachmentBytes,
} from '#app/domain/platform/attachment.ts'
import { toCivilDate, toCivilTime } from '#app/domain/platform/calendar.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart, type SentForm } from '#app/http/multipart.server.ts'
import { log } from '#app/log.server.ts'
import {
  findInvoice,
  type RecordFault,
  recordInvoice,
  TooManyFiles,
} from '#app/models/orders/invoices/invoice.server.ts'
import type { OrderFileData } from '#app/models/orders/order-file.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { findCompany, findFiscal } from '#app/models/settings/setting.server.ts'
import { makeInvoiceSchema } from '#app/routes/admin/orders/invoices/invoice-schema.ts'
import { keyDifferenceTexts, xmlMessages } from '#app/text/orders/invoice-labels.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'

const OTHER_FIELDS_BYTES = 64 * 1024

const uploadLimits = {
  maxFileBytes: maxAttachmentBytes,
  maxFiles: 2,
  maxFields: 12,
  maxFieldBytes: 1024,
  maxTotalBytes: maxAttachmentBytes + maxInvoiceXmlBytes + OTHER_FIELDS_BYTES,
}

export function readInvoiceForm({ request, context }: RequestArgs): Promise<SentForm> {
  return readMultipart(request, uploadLimits, context.clientAddress)
}

type FileContent = { bytes: Buffer; name: string; type: string }
type InvoiceFiles = { xml: InvoiceXml | null; contents: FileContent[]; errors: Record<string, string[]> }

/** Validates the form's XML and DANFE by their content. */
export function validateInvoiceFiles({ files, fileNames }: SentForm): InvoiceFiles {
  const invoiceFiles: InvoiceFiles = { xml: null, contents: [], errors: {} }
  const sentXml = files.get('xml')
  if (sentXml === 'too-large' || (sentXml && sentXml.bytes.length > maxInvoiceXmlBytes))
    invoiceFiles.errors.xml = [`O XML é maior que ${formatMegabytes(maxInvoiceXmlBytes)}.`]
  else if (sentXml) {
    const parsedXml = readInvoiceXml(new TextDecoder().decode(sentXml.bytes))
    if (parsedXml.ok) {
      invoiceFiles.xml = parsedXml.value
      invoiceFiles.contents.push(makeFileContent(sentXml.bytes, fileNames.get('xml'), xmlFormat))
    } else invoiceFiles.errors.xml = [xmlMessages[parsedXml.fault]]
  }
  const danfe = files.get('danfe')
  if (danfe === 'too-large') invoiceFiles.errors.danfe = [messages.fileTooLarge]
  else if (danfe && detectAttachmentType(danfe.bytes)?.suffix !== '.pdf')
    invoiceFiles.errors.danfe = ['O DANFE tem de ser um PDF.']
  else if (danfe) invoiceFiles.contents.push(makeFileContent(danfe.bytes, fileNames.get('danfe'), pdfFormat))
  return invoiceFiles
}

type FileFormat = { suffix: string; type: string }
const xmlFormat: FileFormat = { suffix: '.xml', type: 'application/xml' }
const pdfFormat: FileFormat = { suffix: '.pdf', type: 'application/pdf' }

function makeFileContent(bytes: Buffer, sentName: string | undefined, format: FileFormat): FileContent {
  return { bytes, name: formatAttachmentName(sentName ?? '', format.suffix), type: format.type }
}

/** Parses the form. The XML fills an empty protocol and replaces date and time. */
export function parseInvoice(form: FormData, { xml, errors }: InvoiceFiles, now: Date) {
  if (xml?.protocol && !form.get('protocol')) form.set('protocol', xml.protocol)
  const authorisedAt = xml?.authorisedAt ? new Date(xml.authorisedAt) : null
  if (authorisedAt && !Number.isNaN(authorisedAt.getTime())) {
    form.set('on', toCivilDate(authorisedAt))
    form.set('at', toCivilTime(authorisedAt))
  }
  const submission = parseWithZod(form, { schema: makeInvoiceSchema(now, xml?.key ?? null) })
  const hasFileErrors = Object.keys(errors).length > 0
  if (submission.status === 'success' && !hasFileErrors) return { value: submission.value, submission }
  return { value: null, submission, reply: submission.reply(hasFileErrors ? { fieldErrors: errors } : {}) }
}

type ParsedInvoice = NonNullable<ReturnType<typeof parseInvoice>['value']>
type InvoiceTarget = { orderId: number; invoiceId: number | null }

/**
 * Stores the contents before the rows, because the cleanup job deletes contents without a row. Returns messages
 * by field; null if the invoice was recorded.
 */
export async function storeInvoice(
  target: InvoiceTarget,
  { invoice, contents }: { invoice: ParsedInvoice; contents: readonly FileContent[] },
  actor: Actor,
): Promise<Record<string, string[]> | null> {
  const { lock_version, model, key, series, number, protocol, authorisedAt } = invoice
  const files: OrderFileData[] = []
  for (const { bytes, name, type } of contents) {
    const file = `orders/${randomBytes(16).toString('hex')}`
    await putFile(file, bytes)
    files.push({ name, type, file, bytes: bytes.length })
  }
  const invoiceData = {
    model,
    key,
    series: series || null,
    number,
    protocol: protocol || null,
    authorisedAt,
    files,
  }
  try {
    const outcome = await recordInvoice({ ...target, ...invoiceData, seenVersion: lock_version }, actor)
    if (typeof outcome === 'number') return null
    await deleteContents(files)
    return toFormErrors(outcome)
  } catch (error) {
    await deleteContents(files)
    if (error instanceof TooManyFiles) return { xml: [messages.tooManyFiles] }
    throw error
  }
}

async function deleteContents(files: readonly OrderFileData[]): Promise<void> {
  for (const { file } of files)
    await removeFile(file).catch((error) => log.warn({ err: error, file }, 'left to the sweep'))
}

function toFormErrors(fault: RecordFault): Record<string, string[]> {
  if (typeof fault === 'object') return { access_key: [`Esta chave já está no pedido nº ${fault.keyOf}`] }
  if (fault === 'not-paid') return { '': [messages.nfeLocked] }
  if (fault === 'taken')
    return { model: ['O pedido já tem esta nota. Registre o cancelamento dela antes de outra.'] }
  if (fault === 'over') return { '': ['Esta nota foi recusada ou cancelada e não muda mais.'] }
  return { '': [specTexts.orderNotUpdated] }
}

/** Returns a warning about a test invoice and key parts that differ from order or settings; null if none. */
export async function describeKeyDifferences(
  accessKey: AccessKey | null,
  orderDate: string,
  xml: InvoiceXml | null,
) {
  const [company, fiscal] = await Promise.all([findCompany(), findFiscal()])
  const orderMonth = orderDate.slice(0, 'YYYY-MM'.length)
  const expectedParts = {
    cnpj: company?.cnpj ?? null,
    state: company?.state ?? null,
    series: fiscal?.series ?? null,
    notBefore: orderMonth,
  }
  const differences = accessKey ? listKeyDifferences(accessKey, expectedParts) : []
  const warnings = differences.map((difference) => keyDifferenceTexts[difference])
  if (xml?.isTest) warnings.push('a nota é de homologação e não vale')
  return warnings.length > 0 ? `Confira: ${warnings.join('; ')}.` : null
}

/**
 * Returns the stored invoice as the form's texts. A new form contains an NF-e issued now. Returns undefined if
 * the id is unknown.
 */
export async function loadInvoiceTexts({ orderId, invoiceId }: InvoiceTarget, now: Date) {
  const invoice = invoiceId === null ? undefined : await findInvoice(orderId, invoiceId)
  if (invoiceId !== null && !invoice) return undefined
  const authorisedAt = invoice?.authorisedAt ?? now
  const saved: Record<string, string> = {
    model: invoice?.model ?? 'nfe',
    access_key: invoice?.key ?? '',
    series: invoice?.series ?? '',
    number: invoice?.number ?? '',
    protocol: invoice?.protocol ?? '',
    on: toCivilDate(authorisedAt),
    at: toCivilTime(authorisedAt),
  }
  return { saved, lock_version: invoice?.lock_version ?? 0, state: invoice?.state ?? null }
}
