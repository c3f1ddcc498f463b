import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { requirePixBank, rethrowPixError } from '#app/jobs/charges/remote-pix.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { receivePix } from '#app/models/payments/pix/pix-payment.server.ts'

/** The bank may report a Pix before its API returns it, so reading is repeated up to five times. */
const MAX_ATTEMPTS = 5

/** Reads the Pix from the bank, because a webhook call may be outdated or forged. */
export const readPix: Job = {
  queue: 'work',
  async run(endToEndId, { attempt = 1 }) {
    const pix = await requirePixBank().findPayment(endToEndId).catch(rethrowPixError)
    if (!pix && attempt < MAX_ATTEMPTS) throw new Error('the bank does not know this Pix yet')
    const outcome = pix ? await receivePix(pix, toCivilDate(new Date())) : 'unknown'
    log.info({ endToEndId, outcome }, 'pix read')
  },
}
