import { randomBytes } from 'node:crypto'
import {
  type AttachmentKind,
  attachmentName,
  attachmentType,
  largestAttachmentBytes,
} from '#app/domain/attachment.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import { addOrderFile, findOrderFile, isLocked, removeOrderFile } from '#app/models/order-file.server.ts'
import type { Cause } from '#app/models/order-status.server.ts'
import { messages, specified } from '#app/text/messages.ts'
import type { RequestArgs } from '#app/web/context.server.ts'
import { readMultipart, type SentForm } from '#app/web/multipart.server.ts'

const limits = {
  maxFileBytes: largestAttachmentBytes,
  maxFiles: 1,
  maxFields: 10,
  maxFieldBytes: 1024,
  maxTotalBytes: largestAttachmentBytes + 64 * 1024,
}

/** The form that brings a file of an order. */
export function readOrderFileForm({ request, context }: RequestArgs): Promise<SentForm> {
  return readMultipart(request, limits, context.clientAddress)
}

/**
 * Keeps the file that came with the form for an order, judged by its content. Gives what is wrong with it, or nothing;
 * the row comes first, so that no file is ever unknown.
 */
export async function keepOrderFile(
  order: { id: number; kind: AttachmentKind },
  { files, fileNames }: SentForm,
  cause: Cause,
): Promise<string | undefined> {
  const sent = files.get('file')
  if (!sent) return messages.fileRequired
  if (sent === 'too-large') return messages.fileTooLarge
  const known = attachmentType(sent.bytes)
  if (!known) return messages.fileUnknown
  const file = `orders/${randomBytes(16).toString('hex')}`
  const name = attachmentName(fileNames.get('file') ?? '', known.suffix)
  const facts = { orderId: order.id, kind: order.kind, file, name, type: known.type }
  const added = await addOrderFile({ ...facts, bytes: sent.bytes.length }, cause)
  if (typeof added === 'string') return faults[added]
  try {
    await putFile(file, sent.bytes)
  } catch (error) {
    await removeOrderFile(order.id, added, cause)
    throw error
  }
  return undefined
}

const faults = {
  'unknown-order': specified.orderNotUpdated,
  'nfe-locked': messages.nfeLocked,
  'too-many': messages.tooManyFiles,
} as const

/** Removes a file of an order, content first; false when there is none or it is locked. */
export async function dropOrderFile(
  order: { id: number; status: number },
  id: number,
  cause: Cause,
): Promise<boolean> {
  const file = await findOrderFile(order.id, id)
  if (!file || isLocked(file.kind, order.status)) return false
  await removeFile(file.file)
  return removeOrderFile(order.id, id, cause)
}
