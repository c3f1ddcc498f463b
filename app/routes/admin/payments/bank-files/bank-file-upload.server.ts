import { type RemittanceReply, readRemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { maxBankFileBytes } from '#app/domain/payments/bank-file.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { readMultipart } from '#app/http/multipart.server.ts'
import { hashBankFile, recordBankFile } from '#app/models/payments/bank-file.server.ts'
import { recordRemittanceReply } from '#app/models/payments/remittance-refusal.server.ts'
import { bankFileMessages, listRefusalLines, listReplyFaults } from '#app/text/payments/bank-file-labels.ts'

const limits = {
  maxFileBytes: maxBankFileBytes,
  maxFiles: 1,
  maxFields: 5,
  maxFieldBytes: 1024,
  maxTotalBytes: 48 * 1024 * 1024,
}
const MAX_FAULTS_SHOWN = 20
const MAX_NAME_LENGTH = 200

/** The stored file, a reply to a remittance, or the faults in Portuguese. */
export type UploadedBankFile =
  | { id: number; isNew: boolean }
  | { reply: RemittanceReply; isNew: boolean }
  | { faults: string[] }

/** Stores the uploaded return file without applying it. One unreadable line rejects the whole file. */
export async function storeUploadedBankFile(
  { request, context }: RequestArgs,
  actorUserId: number,
): Promise<UploadedBankFile> {
  const { files } = await readMultipart(request, limits, context.clientAddress)
  const sentFile = files.get('file')
  if (!sentFile) return { faults: [bankFileMessages.none] }
  if (sentFile === 'too-large') return { faults: [bankFileMessages['too-long']] }
  const reply = readRemittanceReply(sentFile.bytes)
  if (reply) return takeReply(reply)
  const read = readBankReturn(sentFile.bytes)
  if (!read.valid) return { faults: listRefusalLines(read.faults, MAX_FAULTS_SHOWN) }
  const content = hashBankFile(sentFile.bytes)
  await putFile(content.stored_name, sentFile.bytes)
  const origin = {
    ...content,
    name: cleanFileName(sentFile.name),
    source: 'upload',
    createdBy: actorUserId,
  } as const
  const { outcome, id } = await recordBankFile(read, origin)
  if (outcome === 'other-content') {
    await removeFile(content.stored_name)
    return { faults: [bankFileMessages.otherContent(id)] }
  }
  return { id, isNew: outcome === 'new' }
}

async function takeReply(reply: RemittanceReply): Promise<UploadedBankFile> {
  const replyRecord = await recordRemittanceReply({ ...reply, note: listReplyFaults(reply) })
  if (replyRecord === 'unknown') return { faults: [bankFileMessages.replyUnknown(reply.sequence)] }
  return { reply, isNew: replyRecord === 'recorded' }
}

/** Removes folders and control characters from a name. */
function cleanFileName(sentName: string): string {
  const [last = ''] = sentName.split(/[/\\]/).slice(-1)
  const bare = last.normalize('NFC').replace(/\p{Cc}/gu, '')
  return bare.trim().slice(0, MAX_NAME_LENGTH) || 'retorno'
}
