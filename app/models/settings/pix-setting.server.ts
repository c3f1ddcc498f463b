import { banks } from '#app/domain/charges/banks/banks.ts'
import { canAmountVary } from '#app/domain/charges/boleto-terms.ts'
import type { PixSetting } from '#app/domain/settings/own-pix.ts'
import { env } from '#app/env.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox, clearFinished, listEffectStates } from '#app/models/platform/outbox.server.ts'
import {
  editSetting,
  findBankAgreement,
  findPixCheck,
  getChargeRules,
  type SaveContext,
} from '#app/models/settings/setting.server.ts'

const checkJob = 'check-pix'
const subject = 'settings'

/** Saves the setting. If Pix is now offered, tests it at the bank at once. Throws StaleRecordError. */
export function savePixSetting(setting: PixSetting, saving: SaveContext): Promise<void> {
  return editSetting('pix', setting, saving, async (trx) => {
    if (setting.isOffered) await enqueueCheck(trx)
    return { before: {}, after: {} }
  })
}

export function requestPixCheck(): Promise<void> {
  return withTransaction(enqueueCheck)
}

async function enqueueCheck(trx: Trx): Promise<void> {
  await clearFinished(trx, checkJob, subject)
  await addToOutbox(trx, [checkJob], subject)
}

export async function findPixTest() {
  const state = (await listEffectStates([checkJob], subject)).get(checkJob)
  const last = await findPixCheck()
  return { isUnderWay: state === 'open', last: last ?? null }
}

/** Returns true if new orders can be paid by Pix, at the gateway or in addition to the shop's own boleto. */
export async function isPixOffered(): Promise<boolean> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['issuer', 'pix'])
    .execute()
  const readValue = (name: string): Record<string, unknown> =>
    JSON.parse(rows.find((row) => row.name === name)?.value ?? '{}') ?? {}
  const { issuer = 'own-bank' } = readValue('issuer')
  if (issuer !== 'own-bank') return env.HAS_GATEWAY
  const pix = readValue('pix')
  return env.HAS_PIX && pix.isOffered === true && !(await isPixExcluded(pix))
}

/** Returns true if Pix charges are immediate, which excludes the fines or discounts that new boletos have. */
export async function isPixExcluded({ kind }: { kind?: unknown }): Promise<boolean> {
  if (kind !== 'cob') return false
  const [rules, agreement] = await Promise.all([getChargeRules(), findBankAgreement()])
  return agreement !== undefined && canAmountVary(rules, banks[agreement.bank].supportedTerms ?? [])
}
