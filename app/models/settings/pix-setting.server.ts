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
const checkSubject = 'settings'

/** Saves the setting. If Pix is now offered, queues a test at the bank. Throws StaleRecordError. */
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
  await clearFinished(trx, checkJob, checkSubject)
  await addToOutbox(trx, [checkJob], checkSubject)
}

export async function findPixTest() {
  const jobStates = await listEffectStates([checkJob], checkSubject)
  const lastCheck = await findPixCheck()
  return { isUnderWay: jobStates.get(checkJob) === 'open', last: lastCheck ?? null }
}

/** Returns true if customers can pay new orders by Pix, at the gateway or in addition to the shop's boleto. */
export async function isPixOffered(): Promise<boolean> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['issuer', 'pix'])
    .execute()
  const readSetting = (name: string): Record<string, unknown> => {
    const row = rows.find((setting) => setting.name === name)
    return JSON.parse(row?.value ?? '{}') ?? {}
  }
  const { issuer = 'own-bank' } = readSetting('issuer')
  if (issuer !== 'own-bank') return env.HAS_GATEWAY
  const pix = readSetting('pix')
  if (!env.HAS_PIX || pix.isOffered !== true) return false
  const isExcluded = await isPixExcluded(pix)
  return !isExcluded
}

/** Returns true if Pix charges are immediate but new boletos have fines or discounts. They exclude each other. */
export async function isPixExcluded({ kind }: { kind?: unknown }): Promise<boolean> {
  if (kind !== 'cob') return false
  const [rules, agreement] = await Promise.all([getChargeRules(), findBankAgreement()])
  if (!agreement) return false
  const { supportedTerms = [] } = banks[agreement.bank]
  return canAmountVary(rules, supportedTerms)
}
