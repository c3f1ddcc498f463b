import {
  IssuerRefused,
  type RemoteIssuer,
  type RemoteSlip,
} from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { applyRemoteSlip, gatewayAccess, refuseFinalNo } from '#app/jobs/remote-slip.server.ts'
import { findSlip } from '#app/models/boleto.server.ts'
import { writeOffSlip } from '#app/models/gateway-slip.server.ts'

/**
 * Cancels a slip at its gateway (D16), so that nobody pays what we gave up. One that was paid meanwhile is not
 * cancelled: its money is received instead.
 */
export const cancelSlip: Job = {
  queue: 'work',
  async run(subject) {
    const slip = await findSlip(Number(subject))
    if (!slip?.external_id || slip.state === 'paid' || slip.state === 'written-off') return
    const remote = await cancelOrRead(gatewayAccess(), slip.external_id).catch(refuseFinalNo)
    if (remote) await applyRemoteSlip(slip, remote, 'gateway')
    else await writeOffSlip(slip.id, { actorUserId: null, source: 'gateway' })
  },
}

/** The charge as it is once it was cancelled, or why it could not be; undefined when the gateway knows none. */
async function cancelOrRead(gateway: RemoteIssuer, externalId: string): Promise<RemoteSlip | undefined> {
  const before = await gateway.read(externalId)
  if (before?.state !== 'open') return before
  const refusal = await gateway.cancel(externalId).then(
    () => undefined,
    (error) => {
      if (error instanceof IssuerRefused) return error
      throw error
    },
  )
  const after = await gateway.read(externalId)
  if (after?.state !== 'open') return after
  throw refusal ? new JobRefused(refusal.message) : new Error('the gateway still has the slip open')
}
