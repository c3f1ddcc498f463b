import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import {
  applyBankFileLine,
  findFileToApply,
  finishBankFile,
  listOpenLines,
} from '#app/models/payments/bank-file-applying.server.ts'

/** Applies records one by one in the file's sequence. A repeated run continues with the remaining ones. */
export const applyBankFile: Job = {
  queue: 'work',
  async run(subject) {
    const file = await findFileToApply(Number(subject))
    if (!file || file.state === 'read') throw new JobRefused('no bank file to apply')
    for (;;) {
      const lines = await listOpenLines(file.id)
      if (lines.length === 0) break
      for (const line of lines) await applyBankFileLine(file, line, toCivilDate(new Date()))
      reachFaultPoint('apply-bank-file:portion')
    }
    await finishBankFile(file)
  },
}
