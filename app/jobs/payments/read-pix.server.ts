import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { pixAccess, rejectPixRefusal } from '#app/jobs/charges/remote-pix.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { receivePix } from '#app/models/payments/pix/pix-payment.server.ts'

/** The bank tells of a Pix before its own answers know it. */
const MAX_ATTEMPTS = 5

/** A call of the bank is only a hint: the Pix is asked for, and that answer counts. */
export const readPix: Job = {
  queue: 'work',
  async run(endToEndId, { attempt = 1 }) {
    const pix = await pixAccess().payment(endToEndId).catch(rejectPixRefusal)
    if (!pix && attempt < MAX_ATTEMPTS) throw new Error('the bank does not know this Pix yet')
    const outcome = pix ? await receivePix(pix, civilDateIn(new Date())) : 'unknown'
    log.info({ endToEndId, outcome }, 'pix read')
  },
}
