import { type RemittanceReply, readRemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { maxBankFileBytes } from '#app/domain/payments/bank-file.ts'
import { env } from '#app/env.server.ts'
import { faultPoint } from '#app/fault-point.server.ts'
import { listFolder, putAside, readFolderFile } from '#app/gateways/bank-folder.server.ts'
import { putFile, removeFile } from '#app/gateways/storage.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { log } from '#app/log.server.ts'
import { hashBankFile, keepBankFile } from '#app/models/payments/bank-file.server.ts'
import { recordReply } from '#app/models/payments/remittance-refusal.server.ts'
import { bankFileMessages, listReplyFaults, refusalLines } from '#app/text/payments/bank-file-labels.ts'

const MAX_AT_ONCE = 200
/** The length of the column. The file in the folder keeps its full name. */
const MAX_NAME_LENGTH = 200

/** Stores files for review without applying them. Recognises and moves files that a crashed run stored. */
export const collectBankFiles: Schedule = {
  name: 'collect-bank-files',
  when: { every: 'hour' },
  run: (now) => collectFrom(env.BANK_FILES_DIR, now),
}

/** Counts new, known and rejected files; undefined without a folder. Throws at the end if any failed. */
export async function collectFrom(folder: string | undefined, now: Date): Promise<Record<string, number>> {
  const counts = { bankFiles: 0, knownBankFiles: 0, refusedBankFiles: 0 }
  if (folder === undefined) return counts
  let failedCount = 0
  for (const name of await listFolder(folder, now, MAX_AT_ONCE)) {
    const count = await collectOne(folder, name, now).catch((error) => {
      log.error({ err: error, file: name }, 'alert: a return file in the folder was not collected')
      failedCount += 1
      return undefined
    })
    if (count) counts[count] += 1
  }
  if (failedCount > 0) throw new Error(`files not collected: ${failedCount}`)
  return counts
}

type Count = 'bankFiles' | 'knownBankFiles' | 'refusedBankFiles'

/** Stores a file and returns its result; undefined while the file is still being written. */
async function collectOne(folder: string, name: string, now: Date): Promise<Count | undefined> {
  const outcome = await takeIn(folder, name)
  if (outcome === undefined) return undefined
  faultPoint('collect-bank-files:kept')
  await putAside(folder, name, { to: 'words' in outcome ? 'recusados' : 'lidos', now, ...outcome })
  if ('words' in outcome) return 'refusedBankFiles'
  return outcome.kept === 'new' ? 'bankFiles' : 'knownBankFiles'
}

type Taken = { kept: 'new' | 'known' } | { words: string }

async function takeIn(folder: string, name: string): Promise<Taken | undefined> {
  const file = await readFolderFile(folder, name, maxBankFileBytes)
  if (!file) return undefined
  if ('refusal' in file) return { words: bankFileMessages[file.refusal] }
  const reply = readRemittanceReply(file.bytes)
  if (reply) return takeReply(reply)
  const read = readBankReturn(file.bytes)
  if (!read.valid) return { words: refusalLines(read.faults, Infinity).join('\n') }
  const content = hashBankFile(file.bytes)
  await putFile(content.stored_name, file.bytes)
  const origin = {
    ...content,
    name: name.slice(0, MAX_NAME_LENGTH),
    source: 'folder',
    createdBy: null,
  } as const
  const { kept, id } = await keepBankFile(read, origin)
  if (kept !== 'other-content') return { kept }
  await removeFile(content.stored_name)
  return { words: bankFileMessages.otherContent(id) }
}

async function takeReply(reply: RemittanceReply): Promise<Taken> {
  const replyRecord = await recordReply({ ...reply, words: listReplyFaults(reply) })
  if (replyRecord === 'unknown') return { words: bankFileMessages.replyUnknown(reply.sequence) }
  return { kept: replyRecord === 'recorded' ? 'new' : 'known' }
}
