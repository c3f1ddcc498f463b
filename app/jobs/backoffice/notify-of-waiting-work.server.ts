import { kinds, loadQueryTime } from '#app/desk/desk.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import {
  listUnnotifiedRecords,
  notifyStaff,
} from '#app/models/backoffice/waiting-work/work-notices.server.ts'

const HOUR_MS = 3_600_000
/** limit per kind and run; the run of the next hour continues */
const LIMIT = 500

/** Mails staff, once per record, about records that wait longer than their kind allows. */
export const notifyOfWaitingWork: Schedule = {
  name: 'notify-of-waiting-work',
  time: { every: 'hour' },
  async run(now) {
    const moment = await loadQueryTime(now)
    const waitingRecords = []
    for (const { name, mailAfterHours, ...kind } of kinds) {
      const records = mailAfterHours === null ? null : kind.records(moment)
      if (mailAfterHours === null || records === null) continue
      const before = new Date(now.getTime() - mailAfterHours * HOUR_MS)
      const rows = await listUnnotifiedRecords({ name, records }, { before, limit: LIMIT })
      waitingRecords.push(...rows.map((row) => ({ kind: name, ...row })))
    }
    if (waitingRecords.length > 0) await notifyStaff(waitingRecords, now)
    return { records: waitingRecords.length }
  },
}
