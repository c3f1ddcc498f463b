import { JobRefused } from '#app/domain/platform/job-event.ts'
import {
  applyRemoteBoleto,
  cancelOrRead,
  requireGateway,
  rethrowAsRefused,
} from '#app/jobs/charges/remote-boleto.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findBoleto } from '#app/models/charges/boleto.server.ts'

/** Cancels a charge, or records its payment. Throws JobRefused if it is not found, because it may still be payable. */
export const cancelBoleto: Job = {
  queue: 'work',
  async run(subject) {
    const boleto = await findBoleto(Number(subject))
    if (!boleto?.external_id || boleto.state === 'paid' || boleto.state === 'written-off') return
    const charge = await cancelOrRead(requireGateway(), boleto.external_id).catch(rethrowAsRefused)
    if (!charge) throw new JobRefused('the gateway does not know this boleto')
    await applyRemoteBoleto(boleto, charge, 'gateway')
  },
}
