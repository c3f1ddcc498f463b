import { addBusinessDays, civilDateIn } from '#app/domain/calendar.ts'
import { orderStatus } from '#app/domain/order-status.ts'
import { faultPoint } from '#app/fault-point.server.ts'
import { ownBankIssuer } from '#app/gateways/boleto-issuer/own-bank.server.ts'
import { type Job, JobRefused } from '#app/jobs/job.ts'
import { findBoleto, recordBoleto, recordSlipRefused } from '#app/models/boleto.server.ts'
import { findOrderDocument } from '#app/models/order.server.ts'
import { findBankAgreement, getShopRules } from '#app/models/setting.server.ts'

/**
 * Makes the slip of an order that waits for payment, due in three working days (D14, D16). When it cannot be made the
 * buyer gets the mail about the order at once, without it.
 */
export const issueBoleto: Job = {
  queue: 'work',
  async run(subject) {
    const orderId = Number(subject)
    if (await findBoleto(orderId)) return
    await issue(orderId).catch(async (error) => {
      if (error instanceof JobRefused) await recordSlipRefused(orderId)
      throw error
    })
  },
}

async function issue(orderId: number) {
  const order = await findOrderDocument(orderId)
  if (!order || order.status !== orderStatus.pendingPayment) return
  if (order.total < 1) throw new JobRefused('nothing to pay')
  const agreement = await findBankAgreement()
  if (!agreement) throw new JobRefused('no bank agreement in the settings')
  const { slipDueDays } = await getShopRules()
  const documentDate = civilDateIn(new Date())
  const dueDate = addBusinessDays(documentDate, slipDueDays)
  const boleto = await ownBankIssuer(agreement)
    .issue({ orderId, value: order.total, documentDate, dueDate })
    .catch(refuseRangeError)
  faultPoint('issue-boleto:issued')
  await recordBoleto(orderId, boleto)
}

function refuseRangeError(error: unknown): never {
  throw error instanceof RangeError ? new JobRefused(error.message) : error
}
