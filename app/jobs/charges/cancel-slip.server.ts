import {
  applyRemoteSlip,
  cancelOrRead,
  gatewayAccess,
  refuseFinalNo,
} from '#app/jobs/charges/remote-slip.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { findBoleto } from '#app/models/charges/boleto.server.ts'

/**
 * Cancels a slip at its gateway (D16), so that nobody pays what we gave up. One that was paid meanwhile is not
 * cancelled: its money is received instead. One the gateway does not know may be payable all the same (another account,
 * a wrong address), so a person looks.
 */
export const cancelSlip: Job = {
  queue: 'work',
  async run(subject) {
    const slip = await findBoleto(Number(subject))
    if (!slip?.external_id || slip.state === 'paid' || slip.state === 'written-off') return
    const remote = await cancelOrRead(gatewayAccess(), slip.external_id).catch(refuseFinalNo)
    if (!remote) throw new JobRefused('the gateway does not know this slip')
    await applyRemoteSlip(slip, remote, 'gateway')
  },
}
