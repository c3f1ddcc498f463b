import { isStillMeant, remittanceFaults } from '#app/domain/payments/remittance-agreement.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { changeSlip, lockSlip, withdrawInstructions } from '#app/models/charges/slip-state.server.ts'
import {
  findRemittanceGround,
  holdAgreement,
  listWaitingInstructions,
} from '#app/models/payments/remittance-waiting.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Cause } from '#app/models/platform/history.server.ts'

/**
 * Staff wrote a slip off at the bank themselves, for no file can tell a bank of a slip of a former agreement: its
 * instruction is withdrawn, the slip is over. 'not-possible' for what a file can tell, or has told.
 */
export function writeOffByHand(
  instructionId: number,
  cause: Cause & { actorUserId: number },
  now = new Date(),
): Promise<'written-off' | 'not-possible'> {
  return withTransaction(async (trx) => {
    await holdAgreement(trx)
    const slipId = await findOfFormerAgreement(trx, instructionId, now)
    const slip = slipId === undefined ? undefined : await lockSlip(trx, slipId)
    if (!slip || !isStillMeant('write-off', { state: slip.state, isRetired: true })) return 'not-possible'
    if ((await withdrawInstructions(trx, slip.id, 'write-off')) === 0) return 'not-possible'
    await changeSlip(trx, slip.id, 'written-off', cause)
    return 'written-off'
  })
}

async function findOfFormerAgreement(trx: Trx, id: number, now: Date): Promise<number | undefined> {
  const { agreement } = await findRemittanceGround(trx)
  const [waiting] = await listWaitingInstructions({ after: id - 1, limit: 1 }, trx)
  if (!agreement || waiting?.id !== id || waiting.slip.instruction !== 'write-off') return undefined
  const faults = remittanceFaults(agreement, waiting, civilDateIn(now))
  return faults.includes('other-agreement') ? waiting.slipId : undefined
}
