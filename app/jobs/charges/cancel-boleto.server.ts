import {
  applyRemoteBoleto,
  cancelOrRead,
  gatewayAccess,
  refuseFinalNo,
} from '#app/jobs/charges/remote-boleto.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { findBoleto } from '#app/models/charges/boleto.server.ts'

/**
 * Cancels a boleto at its gateway (D16), so that it can no longer be paid. One that was paid meanwhile counts as
 * payment instead. One the gateway does not know may still be payable (wrong account or address): refused.
 */
export const cancelBoleto: Job = {
  queue: 'work',
  async run(subject) {
    const boleto = await findBoleto(Number(subject))
    if (!boleto?.external_id || boleto.state === 'paid' || boleto.state === 'written-off') return
    const remote = await cancelOrRead(gatewayAccess(), boleto.external_id).catch(refuseFinalNo)
    if (!remote) throw new JobRefused('the gateway does not know this boleto')
    await applyRemoteBoleto(boleto, remote, 'gateway')
  },
}
