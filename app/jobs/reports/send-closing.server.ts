import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getDueClosingMonth } from '#app/domain/reports/closing-month.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { requestClosing } from '#app/models/reports/closing-mail.server.ts'
import { findCompany } from '#app/models/settings/setting.server.ts'

/** Queues last month's closing from the first working day on, if a mailbox for it is set. */
export const sendClosing: Schedule = {
  name: 'send-closing',
  time: { every: 'day', at: '07:00' },
  async run(now) {
    const month = getDueClosingMonth(toCivilDate(now))
    if (month === null || !(await findCompany())?.accountantEmail) return { closings: 0 }
    return { closings: (await requestClosing(month)) ? 1 : 0 }
  },
}
