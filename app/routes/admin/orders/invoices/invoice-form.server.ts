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

const limits = {
  maxFileBytes: maxAttachmentBytes,
  maxFiles: 2,
  maxFields: 12,
  maxFieldBytes: 1024,
  maxTotalBytes: maxAttachmentBytes + maxInvoiceXmlBytes + 64 * 1024,
}

export function readInvoiceForm({ request, context }: RequestArgs): Promise<SentForm> {
  return readMultipart(request, limits, context.clientAddress)
}

type Content = { bytes: Buffer; name: string; type: string }
type Files = { xml: InvoiceXml | null; contents: Content[]; errors: Record<string, string[]> }

/** Validates the form's XML and DANFE by their content. */
export function validateInvoiceFiles({ files, fileNames }: SentForm): Files {
  const judgedFiles: Files = { xml: null, contents: [], errors: {} }
  const sentXml = files.get('xml')
  if (sentXml === 'too-large' || (sentXml && sentXml.bytes.length > maxInvoiceXmlBytes))
    judgedFiles.errors.xml = [`O XML é maior que ${formatMegabytes(maxInvoiceXmlBytes)}.`]
  else if (sentXml) {
    const read = readInvoiceXml(new TextDecoder().decode(sentXml.bytes))
    if (read.ok) {
      judgedFiles.xml = read.value
      judgedFiles.contents.push(toContent(sentXml.bytes, fileNames.get('xml'), '.xml', 'application/xml'))
    } else judgedFiles.errors.xml = [xmlMessages[read.fault]]
  }
  const danfe = files.get('danfe')
  if (danfe === 'too-large') judgedFiles.errors.danfe = [messages.fileTooLarge]
  else if (danfe && detectAttachmentType(danfe.bytes)?.suffix !== '.pdf')
    judgedFiles.errors.danfe = ['O DANFE tem de ser um PDF.']
  else if (danfe)
    judgedFiles.contents.push(toContent(danfe.bytes, fileNames.get('danfe'), '.pdf', 'application/pdf'))
  return judgedFiles
}

function toContent(bytes: Buffer, sentName: string | undefined, suffix: string, type: string): Content {
  return { bytes, name: formatAttachmentName(sentName ?? '', suffix), type }
}

/** Parses the form. Typed values take precedence over those of the XML. */
export function parseInvoice(form: FormData, { xml, errors }: Files, now: Date) {
  if (xml?.protocol && !form.get('protocol')) form.set('protocol', xml.protocol)
  const instant = xml?.authorisedAt ? new Date(xml.authorisedAt) : null
  if (instant && !Number.isNaN(instant.getTime())) {
    form.set('on', toCivilDate(instant))
    form.set('at', toCivilTime(instant))
  }
  const submission = parseWithZod(form, { schema: makeInvoiceSchema(now, xml?.key ?? null) })
  const hasFileErrors = Object.keys(errors).length > 0
  if (submission.status === 'success' && !hasFileErrors) return { value: submission.value, submission }
  return { value: null, submission, reply: submission.reply(hasFileErrors ? { fieldErrors: errors } : {}) }
}

type Invoice = NonNullable<ReturnType<typeof parseInvoice>['value']>
type Target = { orderId: number; invoiceId: number | null }

/** Stores contents before rows; the cleanup job deletes those without a row. Returns a fault by field. */
export async function storeInvoice(
  target: Target,
  { lock_version, model, key, series, number, protocol, authorisedAt }: Invoice,
  contents: readonly Content[],
  actor: Actor,
): Promise<Record<string, string[]> | null> {
  const files: OrderFileData[] = []
  for (const { bytes, ...data } of contents) {
    const file = `orders/${randomBytes(16).toString('hex')}`
    await putFile(file, bytes)
    files.push({ ...data, file, bytes: bytes.length })
  }
  const data = {
    model,
    key,
    series: series || null,
    number,
    protocol: protocol || null,
    authorisedAt,
    files,
  }
  try {
    const outcome = await recordInvoice({ ...target, ...data, seenVersion: lock_version }, actor)
    if (typeof outcome === 'number') return null
    await dropContents(files)
    return toFormErrors(outcome)
  } catch (error) {
    await dropContents(files)
    if (error instanceof TooManyFiles) return { xml: [messages.tooManyFiles] }
    throw error
  }
}

async function dropContents(files: readonly OrderFileData[]): Promise<void> {
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

/** Returns the parts of the key that differ from order and settings; null if none does. */
export async function describeKeyDifferences(
  read: AccessKey | null,
  orderDate: string,
  xml: InvoiceXml | null,
) {
  const [company, fiscal] = await Promise.all([findCompany(), findFiscal()])
  const expected = {
    cnpj: company?.cnpj ?? null,
    state: company?.state ?? null,
    series: fiscal?.series ?? null,
    notBefore: orderDate.slice(0, 7),
  }
  const found = read ? listKeyDifferences(read, expected).map((each) => keyDifferenceTexts[each]) : []
  const all = xml?.isTest ? [...found, 'a nota é de homologação e não vale'] : found
  return all.length > 0 ? `Confira: ${all.join('; ')}.` : null
}

/** Returns the texts of the stored invoice, or of a new NF-e issued now. */
export async function loadInvoiceTexts({ orderId, invoiceId }: Target, now: Date) {
  const invoice = invoiceId === null ? undefined : await findInvoice(orderId, invoiceId)
  if (invoiceId !== null && !invoice) return undefined
  const at = invoice?.authorisedAt ?? now
  const saved: Record<string, string> = {
    model: invoice?.model ?? 'nfe',
    access_key: invoice?.key ?? '',
    series: invoice?.series ?? '',
    number: invoice?.number ?? '',
    protocol: invoice?.protocol ?? '',
    on: toCivilDate(at),
    at: toCivilTime(at),
  }
  return { saved, lock_version: invoice?.lock_version ?? 0, state: invoice?.state ?? null }
}
