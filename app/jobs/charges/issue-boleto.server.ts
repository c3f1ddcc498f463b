import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addBusinessDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused, missingSettings } from '#app/domain/platform/job-event.ts'
import { gatewayName, type IssuerName } from '#app/domain/settings/issuer.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import {
  type BoletoIssuer,
  type BoletoRequest,
  type GatewayIssuer,
  IssuerRefused,
  type Payer,
} from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { findIssuer } from '#app/gateways/boleto-issuer/choose.server.ts'
import { cancelOrphanedCharges, isChargeRecorded } from '#app/jobs/charges/orphaned-charges.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import {
  findCurrentBoleto,
  needsBoleto,
  recordBoleto,
  recordOwnBankBoleto,
} from '#app/models/charges/boleto.server.ts'
import { NumbersExhausted } from '#app/models/charges/boleto-number.server.ts'
import { findNextBoleto, type NextBoleto } from '#app/models/charges/boleto-reference.server.ts'
import { findOrderDocument } from '#app/models/orders/order.server.ts'
import { hasCountedPayment } from '#app/models/payments/boleto-renewal.server.ts'
import { readEarlierClock } from '#app/models/platform/schedule-run.server.ts'
import {
  findBankAgreement,
  getChargeRules,
  getIssuer,
  getShopRules,
} from '#app/models/settings/setting.server.ts'

/** Issues the next boleto of an order, due in some working days or on the date that staff set. */
export const issueBoleto: Job = {
  queue: 'work',
  async run(subject, { attempt = 1 }) {
    const orderId = Number(subject)
    const result = await issueNextBoleto(orderId).catch(async (error) => {
      // Rejected jobs are not retried, and the order may be cancelled before staff act.
      if (error instanceof JobRefused) await cancelOrphanedCharges(orderId)
      throw error
    })
    if (mayHaveOrphanedCharges(result, attempt > 1)) await cancelOrphanedCharges(orderId)
  },
}

/** 'not-kept': the charge has no boleto, because the order was paid, cancelled or got another boleto meanwhile. */
type Result = 'unknown-order' | 'not-waiting' | 'needs-none' | 'recorded' | 'adopted' | 'not-kept'

/** Returns whether an earlier attempt may have created a charge without a boleto. */
function mayHaveOrphanedCharges(result: Result, isRepeated: boolean): boolean {
  if (result === 'not-waiting' || result === 'not-kept') return true
  return isRepeated && (result === 'needs-none' || result === 'recorded')
}

async function issueNextBoleto(orderId: number): Promise<Result> {
  // The next number is read before the current boleto, because a boleto may be recorded in between.
  const next = await findNextBoleto(orderId)
  const [order, currentBoleto] = await Promise.all([findOrderDocument(orderId), findCurrentBoleto(orderId)])
  if (!next || !order) return 'unknown-order'
  if (order.status !== orderStatus.pendingPayment) return 'not-waiting'
  if (!needsBoleto(currentBoleto)) return 'needs-none'
  // A paid order gets another boleto only if staff set a due date for it.
  if (order.boleto_due_on === null && (await hasCountedPayment(orderId))) return 'needs-none'
  if (order.total < 1) throw new JobRefused('nothing to pay')
  return requestBoleto(next, order).catch(rethrowFinalAsRefused)
}

type Order = NonNullable<Awaited<ReturnType<typeof findOrderDocument>>>

async function requestBoleto(next: NextBoleto, order: Order): Promise<Result> {
  const issuer = await findChosenIssuer()
  const documentDate = toCivilDate(await readEarlierClock())
  const dueDate = await findDueDate(documentDate, order.boleto_due_on)
  const rules = await getChargeRules()
  const request = { ...next, value: order.total, documentDate, dueDate, rules }
  if (issuer.name !== 'own-bank') {
    const { minimum } = await getIssuer()
    return issueAtGateway(issuer, { ...request, minimum, orderId: order.id, payer: toPayer(order) })
  }
  reachFaultPoint('issue-boleto:issued')
  await recordOwnBankBoleto(order.id, issuer.agreement, request)
  return 'recorded'
}

async function issueAtGateway(gateway: GatewayIssuer, request: BoletoRequest): Promise<Result> {
  const boleto = await gateway.issue(request)
  reachFaultPoint('issue-boleto:issued')
  await recordBoleto(request.orderId, boleto)
  if (boleto.externalId === null) return 'recorded'
  return (await isChargeRecorded({ externalId: boleto.externalId })) ? 'adopted' : 'not-kept'
}

async function findDueDate(today: string, chosenDay: string | null) {
  const { boletoDueDays } = await getShopRules()
  return chosenDay !== null && chosenDay >= today ? chosenDay : addBusinessDays(today, boletoDueDays)
}

const missingIssuerMessages: Record<IssuerName, string> = {
  'own-bank': missingSettings.agreement,
  [gatewayName]: 'no access to the gateway',
}

/** Returns the issuer of boletos. Throws JobRefused if its settings are missing. */
async function findChosenIssuer(): Promise<BoletoIssuer> {
  const [{ issuer, ...printedFields }, agreement] = await Promise.all([getIssuer(), findBankAgreement()])
  const boletoIssuer = findIssuer(issuer, { agreement, printedFields })
  if (!boletoIssuer) throw new JobRefused(missingIssuerMessages[issuer])
  return boletoIssuer
}

function toPayer(order: Order): Payer {
  return {
    reference: `perfil-${order.profile_id}`,
    name: order.payer_name,
    document: order.payer_document,
    email: order.email,
    phone: order.phone ?? '',
    address: {
      zipCode: order.zip_code,
      street: order.street,
      number: order.number,
      complement: order.complement,
      province: order.province,
      city: order.city,
      state: order.state,
    },
  }
}

function rethrowFinalAsRefused(error: unknown): never {
  const isFinal = [RangeError, IssuerRefused, NumbersExhausted].some((kind) => error instanceof kind)
  throw isFinal && error instanceof Error ? new JobRefused(error.message) : error
}
