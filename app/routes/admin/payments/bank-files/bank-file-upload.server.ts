import { type RemittanceReply, readRemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { maxBankFileBytes } from '#app/domain/payments/bank-file.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart } from '#app/http/multipart.server.ts'
import { hashBankFile, recordBankFile } from '#app/models/payments/bank-file.server.ts'
import { recordRemittanceReply } from '#app/models/payments/remittance-refusal.server.ts'
import { bankFileMessages, listRefusalLines, listReplyFaults } from '#app/text/payments/bank-file-labels.ts'

const MEGABYTE = 1024 * 1024

const uploadLimits = {
  maxFileBytes: maxBankFileBytes,
  maxFiles: 1,
  maxFields: 5,
  maxFieldBytes: 1024,
  maxTotalBytes: 48 * MEGABYTE,
}
const MAX_FAULTS_SHOWN = 20
const MAX_NAME_LENGTH = 200
const pathSeparator = /[/\\]/
const controlCharacters = /\p{Cc}/gu

/** The stored file, a reply to a remittance, or the faults in Portuguese. */
export type UploadedBankFile =
  | { id: number; isNew: boolean }
  | { reply: RemittanceReply; isNew: boolean }
  | { faults: string[] }

/**
 * Stores the uploaded return file without applying it, or records a reply to a remittance. One unreadable
 * line rejects the whole file.
 */
export async function storeUploadedBankFile(
  { request, context }: RequestArgs,
  actorUserId: number,
): Promise<UploadedBankFile> {
  const { files } = await readMultipart(request, uploadLimits, context.clientAddress)
  const sentFile = files.get('file')
  if (!sentFile) return { faults: [bankFileMessages.none] }
  if (sentFile === 'too-large') return { faults: [bankFileMessages['too-long']] }
  const reply = readRemittanceReply(sentFile.bytes)
  if (reply) return recordReply(reply)
  const bankReturn = readBankReturn(sentFile.bytes)
  if (!bankReturn.valid) return { faults: listRefusalLines(bankReturn.faults, MAX_FAULTS_SHOWN) }
  const storedContent = hashBankFile(sentFile.bytes)
  await putFile(storedContent.stored_name, sentFile.bytes)
  const origin = {
    ...storedContent,
    name: cleanFileName(sentFile.name),
    source: 'upload',
    createdBy: actorUserId,
  } as const
  const { outcome, id } = await recordBankFile(bankReturn, origin)
  if (outcome === 'other-content') {
    await removeFile(storedContent.stored_name)
    return { faults: [bankFileMessages.otherContent(id)] }
  }
  return { id, isNew: outcome === 'new' }
}

async function recordReply(reply: RemittanceReply): Promise<UploadedBankFile> {
  const result = await recordRemittanceReply({ ...reply, note: listReplyFaults(reply) })
  if (result === 'unknown') return { faults: [bankFileMessages.replyUnknown(reply.sequence)] }
  return { reply, isNew: result === 'recorded' }
}

/** Removes folders and control characters from a name. */
function cleanFileName(sentName: string): string {
  const [baseName = ''] = sentName.split(pathSeparator).slice(-1)
  const cleanName = baseName.normalize('NFC').replace(controlCharacters, '')
  return cleanName.trim().slice(0, MAX_NAME_LENGTH) || 'retorno'
}
