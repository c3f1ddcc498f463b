import { addBusinessDays, civilDateIn } from '#app/domain/calendar.ts'
import type { IssuerName } from '#app/domain/issued-boleto.ts'
import { orderStatus } from '#app/domain/order-status.ts'
import { faultPoint } from '#app/fault-point.server.ts'
import { type BoletoIssuer, IssuerRefused, type Payer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { issuerNamed } from '#app/gateways/boleto-issuer/choose.server.ts'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { findBoleto, needsSlip, recordBoleto, recordSlipRefused } from '#app/models/boleto.server.ts'
import { findOrderDocument } from '#app/models/order.server.ts'
import { findBankAgreement, getIssuer, getShopRules } from '#app/models/setting.server.ts'
import { nextSlipOf } from '#app/models/slip-reference.server.ts'

/**
 * Makes the slip of an order that waits for payment and has none that can be paid, due in three working days or on the
 * day staff chose (D14, D16). When it cannot be made the buyer gets the mail about the order at once, without it.
 */
export const issueBoleto: Job = {
  queue: 'work',
  async run(subject) {
    const orderId = Number(subject)
    await issue(orderId).catch(async (error) => {
      if (error instanceof JobRefused) await recordSlipRefused(orderId)
      throw error
    })
  },
}

async function issue(orderId: number) {
  // Asked before the newest slip is: one recorded in between is then seen, and nothing made beside it.
  const next = await nextSlipOf(orderId)
  const [order, known] = await Promise.all([findOrderDocument(orderId), findBoleto(orderId)])
  if (!next || !order || order.status !== orderStatus.pendingPayment || !needsSlip(known)) return
  if (order.total < 1) throw new JobRefused('nothing to pay')
  const issuer = await chosenIssuer()
  const documentDate = civilDateIn(new Date())
  const boleto = await issuer
    .issue({
      ...next,
      orderId,
      value: order.total,
      documentDate,
      dueDate: await dueDateFrom(documentDate, order.slip_due_on),
      payer: payerOf(order),
    })
    .catch(refuse)
  faultPoint('issue-boleto:issued')
  await recordBoleto(orderId, boleto)
}

async function dueDateFrom(today: string, chosen: string | null) {
  const { slipDueDays } = await getShopRules()
  return chosen !== null && chosen >= today ? chosen : addBusinessDays(today, slipDueDays)
}

const missing: Record<IssuerName, string> = {
  'own-bank': 'no bank agreement in the settings',
  asaas: 'no access to the gateway',
}

/** The issuer of the settings. Throws JobRefused while what it needs is missing. */
async function chosenIssuer(): Promise<BoletoIssuer> {
  const [{ issuer, ...printed }, agreement] = await Promise.all([getIssuer(), findBankAgreement()])
  const found = issuerNamed(issuer, { agreement, printed })
  if (!found) throw new JobRefused(missing[issuer])
  return found
}

function payerOf(order: NonNullable<Awaited<ReturnType<typeof findOrderDocument>>>): Payer {
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

function refuse(error: unknown): never {
  const isFinal = error instanceof RangeError || error instanceof IssuerRefused
  throw isFinal ? new JobRefused(error.message) : error
}
