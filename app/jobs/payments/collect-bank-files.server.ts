import { type RemittanceReply, readRemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { maxBankFileBytes } from '#app/domain/payments/bank-file.ts'
import { env } from '#app/env.server.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import { listFolder, moveFileAside, readFolderFile } from '#app/gateways/bank-folder.server.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { log } from '#app/log.server.ts'
import { hashBankFile, recordBankFile } from '#app/models/payments/bank-file.server.ts'
import { recordRemittanceReply } from '#app/models/payments/remittance-refusal.server.ts'
import { bankFileMessages, listRefusalLines, listReplyFaults } from '#app/text/payments/bank-file-labels.ts'

const MAX_PER_RUN = 200
/** The length of the database column. The file in the folder keeps its full name. */
const MAX_NAME_LENGTH = 200

/** Stores bank files for review without applying them. Also moves files that a crashed run has stored. */
export const collectBankFiles: Schedule = {
  name: 'collect-bank-files',
  time: { every: 'hour' },
  run: (now) => collectBankFilesFrom(env.BANK_FILES_DIR, now),
}

/** Collects the folder's files and returns how many were new, known or rejected. Throws at the end if any failed. */
export async function collectBankFilesFrom(
  folder: string | undefined,
  now: Date,
): Promise<Record<string, number>> {
  const counts = { bankFiles: 0, knownBankFiles: 0, refusedBankFiles: 0 }
  if (folder === undefined) return counts
  let failedCount = 0
  for (const name of await listFolder(folder, now, MAX_PER_RUN)) {
    const resultCounter = await collectFile(folder, name, now).catch((error) => {
      log.error({ err: error, file: name }, 'alert: a return file in the folder was not collected')
      failedCount += 1
      return undefined
    })
    if (resultCounter) counts[resultCounter] += 1
  }
  if (failedCount > 0) throw new Error(`files not collected: ${failedCount}`)
  return counts
}

type ResultCounter = 'bankFiles' | 'knownBankFiles' | 'refusedBankFiles'

/** Stores a file and returns its counter; undefined while the file is still being written. */
async function collectFile(folder: string, name: string, now: Date): Promise<ResultCounter | undefined> {
  const intake = await storeFolderFile(folder, name)
  if (intake === undefined) return undefined
  reachFaultPoint('collect-bank-files:kept')
  await moveFileAside(folder, name, { to: 'note' in intake ? 'recusados' : 'lidos', now, ...intake })
  if ('note' in intake) return 'refusedBankFiles'
  return intake.outcome === 'new' ? 'bankFiles' : 'knownBankFiles'
}

type Intake = { outcome: 'new' | 'known' } | { note: string }

async function storeFolderFile(folder: string, name: string): Promise<Intake | undefined> {
  const file = await readFolderFile(folder, name, maxBankFileBytes)
  if (!file) return undefined
  if ('refusal' in file) return { note: bankFileMessages[file.refusal] }
  const reply = readRemittanceReply(file.bytes)
  if (reply) return storeReply(reply)
  const bankReturn = readBankReturn(file.bytes)
  if (!bankReturn.valid) return { note: listRefusalLines(bankReturn.faults, Infinity).join('\n') }
  const content = hashBankFile(file.bytes)
  await putFile(content.stored_name, file.bytes)
  const origin = {
    ...content,
    name: name.slice(0, MAX_NAME_LENGTH),
    source: 'folder',
    createdBy: null,
  } as const
  const { outcome, id } = await recordBankFile(bankReturn, origin)
  if (outcome !== 'other-content') return { outcome }
  await removeFile(content.stored_name)
  return { note: bankFileMessages.otherContent(id) }
}

async function storeReply(reply: RemittanceReply): Promise<Intake> {
  const replyRecord = await recordRemittanceReply({ ...reply, note: listReplyFaults(reply) })
  if (replyRecord === 'unknown') return { note: bankFileMessages.replyUnknown(reply.sequence) }
  return { outcome: replyRecord === 'recorded' ? 'new' : 'known' }
}
