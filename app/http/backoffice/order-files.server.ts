import { randomBytes } from 'node:crypto'
import {
  type AttachmentKind,
  detectAttachmentType,
  formatAttachmentName,
  maxAttachmentBytes,
} from '#app/domain/platform/attachment.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart, type SentForm } from '#app/http/multipart.server.ts'
import { log } from '#app/log.server.ts'
import { addOrderFile, deleteOrderFileRow } from '#app/models/orders/order-file.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

const formLimits = {
  maxFileBytes: maxAttachmentBytes,
  maxFiles: 1,
  maxFields: 10,
  maxFieldBytes: 1024,
  maxTotalBytes: maxAttachmentBytes + 64 * 1024,
}

export function readOrderFileForm({ request, context }: RequestArgs): Promise<SentForm> {
  return readMultipart(request, formLimits, context.clientAddress)
}

/** Checks the content of an upload, stores it and then its row. Returns the row's id or the fault. */
export async function storeOrderFile(
  order: { id: number; kind: AttachmentKind },
  { files, fileNames }: SentForm,
  actor: Actor,
): Promise<number | string> {
  const sentFile = files.get('file')
  if (!sentFile) return messages.fileRequired
  if (sentFile === 'too-large') return messages.fileTooLarge
  const fileType = detectAttachmentType(sentFile.bytes)
  if (!fileType) return messages.fileUnknown
  const file = `orders/${randomBytes(16).toString('hex')}`
  const name = formatAttachmentName(fileNames.get('file') ?? '', fileType.suffix)
  const data = { orderId: order.id, kind: order.kind, file, name, type: fileType.type }
  await putFile(file, sentFile.bytes)
  const fileIdOrFault = await addOrderFile({ ...data, bytes: sentFile.bytes.length }, actor)
  if (typeof fileIdOrFault === 'number') return fileIdOrFault
  await removeContent(file)
  return faultTexts[fileIdOrFault]
}

const faultTexts = {
  'unknown-order': specTexts.orderNotUpdated,
  'nfe-locked': messages.nfeLocked,
  'too-many': messages.tooManyFiles,
} as const

/** Deletes the file's row, then its content. Returns false if the file is missing or may not be deleted. */
export async function deleteOrderFile(orderId: number, id: number, actor: Actor): Promise<boolean> {
  const file = await deleteOrderFileRow(orderId, id, actor)
  if (file === null) return false
  await removeContent(file)
  return true
}

async function removeContent(file: string): Promise<void> {
  await removeFile(file).catch((error) => log.warn({ err: error, file }, 'left to the sweep'))
}
