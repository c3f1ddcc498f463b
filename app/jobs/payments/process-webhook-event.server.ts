import {
  cashUndoneEvent,
  type EventAttention,
  getEventTreatment,
  isReversalReport,
} from '#app/domain/payments/gateway-events.ts'
import { isCivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteBoleto } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import {
  applyRemoteBoleto,
  type BoletoOutcome,
  requireGateway,
  rethrowAsRefused,
  undoCashPayment,
} from '#app/jobs/charges/remote-boleto.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { log } from '#app/log.server.ts'
import {
  findGatewayBoleto,
  type GatewayBoleto,
  isOrderReference,
} from '#app/models/payments/gateway-boleto.server.ts'
import { closeGatewayEvent, findGatewayEvent } from '#app/models/payments/gateway-event.server.ts'
import { readDatabaseClock } from '#app/models/platform/db.server.ts'

/** The time that an event waits for its boleto, whose row may not be committed yet. */
const graceMs = 3_600_000
const unknownBoletoMessage = 'the gateway does not know this boleto'

/** Reads the charge again, because webhook events may be outdated. */
export const processWebhookEvent: Job = {
  queue: 'work',
  async run(subject) {
    const event = await findGatewayEvent(Number(subject))
    if (!event || event.processed_at) return
    const { outcome, boleto } = await processEvent(event).catch(rethrowAsRefused)
    const isNoted = isShownOnBoleto(getEventTreatment(event.name))
    await closeGatewayEvent(event, outcome, {
      attention: findAttention(event.name, outcome),
      noteBoletoId: isNoted ? (boleto?.id ?? null) : null,
    })
    log.info(
      { event: event.id, name: event.name, externalId: event.external_id, outcome },
      'webhook event processed',
    )
  },
}

type Event = NonNullable<Awaited<ReturnType<typeof findGatewayEvent>>>
type Result = { outcome: BoletoOutcome | 'ignored' | 'gone'; boleto?: GatewayBoleto | undefined }

async function processEvent(event: Event): Promise<Result> {
  const { name, external_id, reference, received_at } = event
  if (external_id === null || getEventTreatment(name) === 'nothing') return { outcome: 'ignored' }
  const charge = await requireGateway().read(external_id)
  const remote = charge && addReversalDay(event, charge)
  if (!remote)
    return { outcome: await handleMissingCharge({ externalId: external_id, reference }, received_at) }
  const boleto = await findGatewayBoleto(gatewayName, remote)
  if (name === cashUndoneEvent) return { outcome: await undoCashPayment(boleto, remote), boleto }
  if (boleto) return { outcome: await applyRemoteBoleto(boleto, remote, 'gateway'), boleto }
  if (remote.state === 'open' || remote.state === 'cancelled') return { outcome: 'ignored' }
  if ((await mayPrecedeBoleto(received_at)) && (await isOrderReference(remote.reference)))
    throw new Error('the boleto of this webhook event is not recorded yet')
  return { outcome: await applyRemoteBoleto(undefined, remote, 'gateway') }
}

/** Adds the event's date if the charge has a reversal without a date. */
function addReversalDay({ name, happened_at }: Event, remote: RemoteBoleto): RemoteBoleto {
  const day = happened_at?.slice(0, 10) ?? ''
  const hasValidDay = isReversalReport(name) && isCivilDate(day) && day <= toCivilDate(new Date())
  if (!remote.reversal || remote.reversal.date !== null || !hasValidDay) return remote
  return { ...remote, reversal: { ...remote.reversal, date: day } }
}

function isShownOnBoleto(treatment: ReturnType<typeof getEventTreatment>): boolean {
  return treatment === 'note' || treatment === 'flag'
}

function findAttention(name: string, outcome: Result['outcome']): EventAttention | null {
  if (outcome === 'differs' || outcome === 'recovered') return 'differs'
  const treatment = getEventTreatment(name)
  if (treatment === 'flag') return 'flagged'
  return treatment === 'unknown' ? 'unknown' : null
}

/**
 * Returns 'gone' for a charge that is not ours. If our charge is missing, the gateway's account or URL may be
 * wrong: throws for a retry, and JobRefused later.
 */
async function handleMissingCharge(
  charge: { externalId: string; reference: string | null },
  receivedAt: Date,
): Promise<'gone'> {
  const isOurCharge =
    (await findGatewayBoleto(gatewayName, charge)) || (await isOrderReference(charge.reference))
  if (!isOurCharge) return 'gone'
  if (await mayPrecedeBoleto(receivedAt)) throw new Error(unknownBoletoMessage)
  throw new JobRefused(unknownBoletoMessage)
}

/** Returns true for an event so recent that the row of its boleto may still be missing. */
async function mayPrecedeBoleto(receivedAt: Date): Promise<boolean> {
  const now = await readDatabaseClock()
  return now.getTime() - receivedAt.getTime() < graceMs
}
