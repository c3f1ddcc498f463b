import { removePixCharge, requirePixBank, rethrowPixError } from '#app/jobs/charges/remote-pix.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findPixCharge } from '#app/models/charges/pix-charge.server.ts'

/** Removes the Pix charge of a boleto that was paid, withdrawn or replaced, so that it cannot be paid. */
export const removePix: Job = {
  queue: 'work',
  async run(subject) {
    const charge = await findPixCharge(Number(subject))
    if (!charge || charge.state === 'paid' || charge.state === 'removed') return
    await removePixCharge(requirePixBank(), charge, new Date()).catch(rethrowPixError)
  },
}
