import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { findPixBank } from '#app/gateways/pix/choose.server.ts'
import { type PixBank, PixRefused, type RemotePixCharge } from '#app/gateways/pix/pix-bank.ts'
import { changePixCharge, type findPixCharge } from '#app/models/charges/pix-charge.server.ts'
import { type PixOutcome, receivePix } from '#app/models/payments/pix/pix-payment.server.ts'

export type PixCharge = NonNullable<Awaited<ReturnType<typeof findPixCharge>>>

/** Returns the client of the bank's API. Throws JobRefused if its access data are missing. */
export function requirePixBank(): PixBank {
  const bank = findPixBank()
  if (!bank) throw new JobRefused('no access to the Pix of the bank')
  return bank
}

/** Throws JobRefused for a final rejection, which needs staff. Rethrows other failures for a retry. */
export function rethrowPixError(error: unknown): never {
  throw error instanceof PixRefused ? new JobRefused(`the bank refuses: ${error.message}`) : error
}

export const outcomesWithoutPayment: ReadonlySet<PixOutcome> = new Set<PixOutcome>([
  'known',
  'ignored',
  'reversed',
])

/** Applies the bank's state and payments of a charge. Returns the number of new payments. */
export async function applyRemotePix(charge: PixCharge, remote: RemotePixCharge, now: Date): Promise<number> {
  let newPaymentCount = 0
  for (const pix of remote.payments) {
    const outcome = await receivePix({ ...pix, txid: remote.txid }, toCivilDate(now))
    if (!outcomesWithoutPayment.has(outcome)) newPaymentCount += 1
  }
  if (remote.state === 'removed') await changePixCharge(charge.boleto_id, 'removed')
  return newPaymentCount
}

/**
 * Removes a charge at the bank, or records its payment. Throws JobRefused if the bank does not know a charge that
 * was active there.
 */
export async function removePixCharge(bank: PixBank, charge: PixCharge, now: Date): Promise<void> {
  const { kind, txid, state, boleto_id: boletoId } = charge
  const chargeBefore = await bank.findCharge(kind, txid)
  if (!chargeBefore) {
    if (state === 'active') throw new JobRefused('the bank does not know this Pix charge')
    return changePixCharge(boletoId, 'removed')
  }
  if (chargeBefore.state !== 'open') return void (await applyRemotePix(charge, chargeBefore, now))
  // The bank also refuses a charge that was paid meanwhile, so its state decides before the refusal does.
  const refusal = await bank.removeCharge(kind, txid).then(
    () => undefined,
    (error) => {
      if (error instanceof PixRefused) return error
      throw error
    },
  )
  const chargeAfter = await bank.findCharge(kind, txid)
  if (chargeAfter && chargeAfter.state !== 'open')
    return void (await applyRemotePix(charge, chargeAfter, now))
  if (refusal) rethrowPixError(refusal)
  throw new Error('the bank still has the Pix charge open')
}
