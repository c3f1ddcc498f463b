import { JobRefused } from '#app/domain/platform/job-event.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import { putFile, putStream } from '#app/gateways/storage.server.ts'
import { makeStatusList } from '#app/jobs/catalogue/make-status-list.server.ts'
import { makeReceipt } from '#app/jobs/orders/make-receipt.server.ts'
import type { FileMaker, Job } from '#app/jobs/platform/job.ts'
import { makeReport } from '#app/jobs/reports/make-report.server.ts'
import { makeLabels } from '#app/jobs/shipments/make-labels.server.ts'
import { makeCertificate } from '#app/jobs/subscriptions/make-certificate.server.ts'
import { makeCopy } from '#app/jobs/subscriptions/make-copy.server.ts'
import {
  type FileKind,
  findFileRequest,
  makePreparedName,
  markFileFailed,
  markFileReady,
  recordProgress,
} from '#app/models/platform/prepared-file.server.ts'

const makersByKind: Record<FileKind, FileMaker<Uint8Array | AsyncIterable<Uint8Array>>> = {
  copy: makeCopy,
  certificate: makeCertificate,
  receipt: makeReceipt,
  'status-list': makeStatusList,
  labels: makeLabels,
  report: makeReport,
}

export const prepareFile: Job = {
  queue: 'files',
  async run(subject) {
    const id = Number(subject)
    const request = await findFileRequest(id)
    if (!request || request.ready_at) return
    const maker = Object.entries(makersByKind).find(([kind]) => kind === request.kind)?.[1]
    if (!maker) throw new Error(`no maker of ${request.kind}`)
    try {
      const content = await maker(request, (done, total) => recordProgress(id, done, total))
      reachFaultPoint('prepare-file:made')
      const storedName = makePreparedName(id)
      await markFileReady(id, { file: storedName, bytes: await storeFile(storedName, content) })
    } catch (error) {
      if (error instanceof JobRefused) await markFileFailed(id)
      throw error
    }
  },
}

/** Reports have a queue of their own because they may take minutes. */
export const prepareReport: Job = { ...prepareFile, queue: 'reports' }

/** The size limit of a file, far above any report: a hundred thousand orders make about 20 MB. */
const MAX_BYTES = 1024 ** 3

async function storeFile(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<number> {
  if (!(content instanceof Uint8Array)) return putStream(name, content, MAX_BYTES)
  await putFile(name, content)
  return content.length
}
