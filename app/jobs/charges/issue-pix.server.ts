import { countGraceDays, isPayable } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { JobRefused, missingSettings } from '#app/domain/platform/job-event.ts'
import { reachFaultPoint } from '#app/fault-point.server.ts'
import type { PixBank, PixChargeRequest, RemotePixCharge } from '#app/gateways/pix/pix-bank.ts'
import {
  applyRemotePix,
  type PixCharge,
  removePixCharge,
  requirePixBank,
  rethrowPixError,
} from '#app/jobs/charges/remote-pix.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findBoleto } from '#app/models/charges/boleto.server.ts'
import { toBoletoTerms } from '#app/models/charges/boleto-terms.server.ts'
import { findPixCharge, recordPixCharge } from '#app/models/charges/pix-charge.server.ts'
import { findOrderDocument } from '#app/models/orders/order.server.ts'
import { findCompany } from '#app/models/settings/setting.server.ts'

/** Creates the Pix charge for a boleto of our own bank. A repeat uses the same txid and does no harm. */
export const issuePix: Job = {
  queue: 'work',
  async run(subject) {
    const boletoId = Number(subject)
    const [charge, boleto] = await Promise.all([findPixCharge(boletoId), findBoleto(boletoId)])
    if (!charge || !boleto) throw new JobRefused('no boleto for this Pix')
    if (charge.state !== 'wanted') return
    const bank = requirePixBank()
    const order = await findOrderDocument(boleto.order_id)
    const isStillPayable =
      order?.status === orderStatus.pendingPayment &&
      isPayable({ state: boleto.state, isWithdrawn: boleto.withdrawn_at !== null })
    // An earlier attempt may have created the charge, so the charge is removed.
    if (!order || !isStillPayable) return removePixCharge(bank, charge, new Date()).catch(rethrowPixError)
    const remote = await bank
      .createCharge(await buildChargeRequest(charge, boleto, order))
      .catch(rethrowPixError)
    reachFaultPoint('issue-pix:issued')
    await storeRemoteCharge(bank, charge, remote)
  },
}

/** Stores the code of an open charge, and removes a charge no longer wanted. Applies any other state. */
async function storeRemoteCharge(bank: PixBank, charge: PixCharge, remote: RemotePixCharge): Promise<void> {
  if (remote.state !== 'open') {
    await applyRemotePix(charge, remote, new Date())
    return
  }
  if (remote.payload === null) throw new JobRefused('the bank gave no usable Pix code')
  const recordOutcome = await recordPixCharge(charge.boleto_id, remote.payload)
  if (recordOutcome === 'not-wanted') await removePixCharge(bank, charge, new Date()).catch(rethrowPixError)
}

type Boleto = NonNullable<Awaited<ReturnType<typeof findBoleto>>>
type Order = NonNullable<Awaited<ReturnType<typeof findOrderDocument>>>

async function buildChargeRequest(
  charge: PixCharge,
  boleto: Boleto,
  order: Order,
): Promise<PixChargeRequest> {
  const company = await findCompany()
  if (!company) throw new JobRefused(missingSettings.company)
  const { kind, txid, pix_key: key } = charge
  const { due_date: dueDate, payable_until: payableUntil } = boleto
  return {
    kind,
    txid,
    key,
    value: boleto.value,
    dueDate,
    graceDays: countGraceDays({ dueDate, payableUntil }),
    terms: toBoletoTerms(boleto),
    orderId: order.id,
    payer: {
      name: order.payer_name,
      document: order.payer_document,
      street: `${order.street}, ${order.number}`,
      city: order.city,
      state: order.state,
      zipCode: order.zip_code,
    },
    receiver: { merchantName: company.tradeName || company.name, merchantCity: company.city },
  }
}
