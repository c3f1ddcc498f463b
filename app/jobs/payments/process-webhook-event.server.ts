import { gatewayName } from '#app/domain/settings/issuer.ts'
import { applyRemoteBoleto, gatewayAccess, rejectFinalNo } from '#app/jobs/charges/remote-boleto.server.ts'
import { type Job, JobRefused } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import { findBoletoOf, isOrderOfReference } from '#app/models/payments/gateway-boleto.server.ts'
import { closeGatewayEvent, findGatewayEvent } from '#app/models/payments/gateway-event.server.ts'
import { databaseClock } from '#app/models/platform/db.server.ts'

/** How long an event waits for its boleto, whose row may not be committed yet. */
const graceMs = 3_600_000
const notKnown = 'the gateway does not know this boleto'

/** A webhook event is only a hint: the charge is read back and that answer counts, so stale events change nothing. */
export const processWebhookEvent: Job = {
  queue: 'work',
  async run(subject) {
    const event = await findGatewayEvent(Number(subject))
    if (!event || event.processed_at) return
    const outcome = await outcomeOf(event).catch(rejectFinalNo)
    await closeGatewayEvent(event.id, outcome)
    log.info(
      { event: event.id, name: event.name, externalId: event.external_id, outcome },
      'webhook event processed',
    )
  },
}

type Event = { external_id: string | null; reference: string | null; received_at: Date }

async function outcomeOf({ external_id, reference, received_at }: Event) {
  if (external_id === null) return 'ignored'
  const remote = await gatewayAccess().read(external_id)
  if (!remote) return gone({ externalId: external_id, reference }, received_at)
  const boleto = await findBoletoOf(gatewayName, remote)
  if (boleto) return applyRemoteBoleto(boleto, remote, 'gateway')
  if (remote.state === 'open' || remote.state === 'cancelled') return 'ignored'
  if ((await isEarly(received_at)) && (await isOrderOfReference(remote.reference)))
    throw new Error('the boleto of this webhook event is not recorded yet')
  return applyRemoteBoleto(undefined, remote, 'gateway')
}

/** A missing charge of ours points to a wrong account or address at the gateway: retried, then refused for staff. */
async function gone(
  charge: { externalId: string; reference: string | null },
  receivedAt: Date,
): Promise<'gone'> {
  const isOurs = (await findBoletoOf(gatewayName, charge)) || (await isOrderOfReference(charge.reference))
  if (!isOurs) return 'gone'
  if (await isEarly(receivedAt)) throw new Error(notKnown)
  throw new JobRefused(notKnown)
}

async function isEarly(receivedAt: Date): Promise<boolean> {
  const now = await databaseClock()
  return now.getTime() - receivedAt.getTime() < graceMs
}
