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

const check = 'check-pix'
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
  await clearFinished(trx, check, subject)
  await addToOutbox(trx, [check], subject)
}

export async function findPixTest() {
  const state = (await listEffectStates([check], subject)).get(check)
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
  const read = (name: string): Record<string, unknown> =>
    JSON.parse(rows.find((row) => row.name === name)?.value ?? '{}') ?? {}
  const { issuer = 'own-bank' } = read('issuer')
  if (issuer !== 'own-bank') return env.HAS_GATEWAY
  return env.HAS_PIX && read('pix').isOffered === true && !(await isPixExcluded(read('pix')))
}

/** Returns whether charges are immediate but new boletos have a fine or discount, which those cannot have. */
export async function isPixExcluded({ kind }: { kind?: unknown }): Promise<boolean> {
  if (kind !== 'cob') return false
  const [rules, agreement] = await Promise.all([getChargeRules(), findBankAgreement()])
  return agreement !== undefined && canAmountVary(rules, banks[agreement.bank].supportedTerms ?? [])
}
