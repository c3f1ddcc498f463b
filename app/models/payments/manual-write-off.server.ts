import { isInstructionValid, listRemittanceFaults } from '#app/domain/payments/remittance-agreement.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { changeBoleto, lockBoleto, withdrawInstructions } from '#app/models/charges/boleto-state.server.ts'
import {
  findRemittanceBasis,
  listWaitingInstructions,
  lockAgreement,
} from '#app/models/payments/pending-instructions.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'

/** Records that staff wrote off a former agreement's boleto. Returns 'not-possible' if a file can write it off. */
export function writeOffManually(
  instructionId: number,
  actor: Actor & { actorUserId: number },
  now = new Date(),
): Promise<'written-off' | 'not-possible'> {
  return withTransaction(async (trx) => {
    await lockAgreement(trx)
    const boletoId = await findFormerAgreementBoletoId(trx, instructionId, now)
    const boleto = boletoId === undefined ? undefined : await lockBoleto(trx, boletoId)
    if (!boleto) return 'not-possible'
    const isOpen = isInstructionValid('write-off', { state: boleto.state, isWithdrawn: true })
    if (!isOpen) return 'not-possible'
    const withdrawnCount = await withdrawInstructions(trx, boleto.id, 'write-off')
    if (withdrawnCount === 0) return 'not-possible'
    await changeBoleto(trx, boleto.id, 'written-off', actor)
    return 'written-off'
  })
}

async function findFormerAgreementBoletoId(
  trx: Trx,
  instructionId: number,
  now: Date,
): Promise<number | undefined> {
  const { agreement } = await findRemittanceBasis(trx)
  // The first waiting instruction from this id on has another id if the wanted instruction no longer waits.
  const [instruction] = await listWaitingInstructions({ after: instructionId - 1, limit: 1 }, trx)
  if (!agreement || instruction?.id !== instructionId) return undefined
  if (instruction.boleto.instruction !== 'write-off') return undefined
  const faults = listRemittanceFaults(agreement, instruction, toCivilDate(now))
  return faults.includes('other-agreement') ? instruction.boletoId : undefined
}
