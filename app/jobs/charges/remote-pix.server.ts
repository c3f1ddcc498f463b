import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { pixBank } from '#app/gateways/pix/choose.server.ts'
import { type PixBank, PixRefused, type RemotePixCharge } from '#app/gateways/pix/pix-bank.ts'
import { changePixCharge, type findPixCharge } from '#app/models/charges/pix-charge.server.ts'
import { type PixOutcome, receivePix } from '#app/models/payments/pix/pix-payment.server.ts'

export type PixCharge = NonNullable<Awaited<ReturnType<typeof findPixCharge>>>

/** Throws JobRefused while the access is missing. */
export function pixAccess(): PixBank {
  const bank = pixBank()
  if (!bank) throw new JobRefused('no access to the Pix of the bank')
  return bank
}

/** A final refusal needs a person; any other failure may be retried. */
export function rejectPixRefusal(error: unknown): never {
  throw error instanceof PixRefused ? new JobRefused(`the bank refuses: ${error.message}`) : error
}

export const noPayment: ReadonlySet<PixOutcome> = new Set<PixOutcome>(['known', 'ignored', 'reversed'])

/** Applies what the bank says of a charge: its money, or that it is gone. Gives the number of payments that are news. */
export async function applyRemotePix(charge: PixCharge, remote: RemotePixCharge, now: Date): Promise<number> {
  let news = 0
  for (const pix of remote.payments) {
    const outcome = await receivePix({ ...pix, txid: remote.txid }, civilDateIn(now))
    if (!noPayment.has(outcome)) news += 1
  }
  if (remote.state === 'removed') await changePixCharge(charge.boleto_id, 'removed')
  return news
}

/**
 * Takes a charge back at the bank; one that was paid meanwhile brings its money instead (D16). One it never knew of is
 * done with, unless it had made it.
 */
export async function removePixCharge(bank: PixBank, charge: PixCharge, now: Date): Promise<void> {
  const { kind, txid, state, boleto_id: boletoId } = charge
  const before = await bank.find(kind, txid)
  if (!before) {
    if (state === 'active') throw new JobRefused('the bank does not know this Pix charge')
    return changePixCharge(boletoId, 'removed')
  }
  if (before.state !== 'open') return void (await applyRemotePix(charge, before, now))
  const refusal = await bank.remove(kind, txid).then(
    () => undefined,
    (error) => {
      if (error instanceof PixRefused) return error
      throw error
    },
  )
  const after = await bank.find(kind, txid)
  if (after && after.state !== 'open') return void (await applyRemotePix(charge, after, now))
  if (refusal) rejectPixRefusal(refusal)
  throw new Error('the bank still has the Pix charge open')
}
