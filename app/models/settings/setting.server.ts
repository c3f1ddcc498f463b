import { z } from 'zod'
import { type BankAgreement, readAgreement } from '#app/domain/charges/banks/banks.ts'
import { usualHandlingDays } from '#app/domain/checkout/shipping.ts'
import { issuerNames } from '#app/domain/settings/issuer.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordChange } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'

const company = z.object({
  name: z.string(),
  tradeName: z.string(),
  cnpj: z.string(),
  street: z.string(),
  number: z.string(),
  complement: z.string().default(''),
  province: z.string(),
  city: z.string(),
  state: z.string().length(2),
  zipCode: z.string().length(8),
  phone: z.string(),
  email: z.email(),
})

const bankAgreement: z.ZodType<BankAgreement> = z
  .record(z.string(), z.unknown())
  .transform((given, context) => {
    const agreement = readAgreement(given)
    if (agreement) return agreement
    context.addIssue({ code: 'custom', message: 'no agreement of its bank' })
    return z.NEVER
  })

const shop = z.object({
  /** Working days until a boleto is due (D16). */
  boletoDueDays: z.number().int().min(1).max(30).default(3),
  /** Working days added to the carrier's (D8). */
  handlingDays: z.number().int().min(0).max(60).default(usualHandlingDays),
  /** Offer 'À Combinar' for printed items (D8). */
  offersFreightToBeAgreed: z.boolean().default(true),
  /** Characters an IE may have (D64). */
  ieMaxLength: z.number().int().min(12).max(14).default(12),
  /** Recovery says so when no account has an e-mail (D51); else it answers as if a mail were on its way. */
  revealsUnknownEmail: z.boolean().default(true),
  /** Lines printed on the boleto under "Instruções". */
  boletoInstructions: z.array(z.string()).default([]),
})

/** Who makes new boletos; the last two stand as they are on a gateway's boletos, which do not name them. */
const issuer = z.object({
  issuer: z.enum(issuerNames).default('own-bank'),
  agencyAndCode: z.string().max(30).default(''),
  wallet: z.string().max(5).default(''),
})

const statusFile = z.object({
  /** Name as the staff's file was called; shown and saved under it. */
  name: z.string().min(1).max(200),
  /** Name in the storage. */
  file: z.string(),
  type: z.string(),
  bytes: z.number().int().positive(),
  uploadedOn: z.string(),
})

/** The table of freight has rows of its own; its setting only counts who saved it. */
const freight = z.object({})

/** The stored text of a setting that was taken back; its row stays, so that whoever has its form open is told. */
const NOTHING = 'null'

const settings = { company, bankAgreement, shop, statusFile, freight, issuer }
type Settings = { [name in keyof typeof settings]: z.output<(typeof settings)[name]> }

export type SettingName = keyof Settings

/** By which number the history knows a setting. */
export const settingIds: Readonly<Record<SettingName, number>> = {
  company: 1,
  bankAgreement: 2,
  shop: 3,
  statusFile: 4,
  freight: 5,
  issuer: 6,
}

export type Company = Settings['company']
export type ShopRules = Settings['shop']

/** The company that sells, or undefined while nobody has filled it in. */
export function findCompany(reader: DbOrTrx = db): Promise<Company | undefined> {
  return find('company', company, reader)
}

/** The agreement under which the bank takes our boletos, or undefined while there is none. */
export function findBankAgreement(reader: DbOrTrx = db): Promise<BankAgreement | undefined> {
  return find('bankAgreement', bankAgreement, reader)
}

/** Who makes new boletos: the own bank unless the owner chose the gateway. */
export async function getIssuer(): Promise<Settings['issuer']> {
  return (await find('issuer', issuer)) ?? issuer.parse({})
}

/** The status file the staff uploaded, or undefined while the generated list serves (D60). */
export function findStatusFile(): Promise<Settings['statusFile'] | undefined> {
  return find('statusFile', statusFile)
}

/** Takes a setting back to what it is without one; its saves are counted on. */
export async function removeSetting(name: SettingName): Promise<void> {
  await db
    .updateTable('settings')
    .set((eb) => ({ value: NOTHING, updated_at: new Date(), lock_version: eb('lock_version', '+', 1) }))
    .where('name', '=', name)
    .execute()
}

/** The owner's switches; every one has a default. */
export async function getShopRules(reader: DbOrTrx = db): Promise<ShopRules> {
  return (await find('shop', shop, reader)) ?? shop.parse({})
}

/** Writes one setting as a whole. */
export async function saveSetting<Name extends keyof Settings>(
  name: Name,
  value: z.input<(typeof settings)[Name]>,
  writer: DbOrTrx = db,
): Promise<void> {
  const text = JSON.stringify(settings[name].parse(value))
  await writer
    .insertInto('settings')
    .values({ name, value: text })
    .onDuplicateKeyUpdate((eb) => ({
      value: text,
      updated_at: new Date(),
      lock_version: eb('lock_version', '+', 1),
    }))
    .execute()
}

/** What a member of staff saves: how often the setting had been saved when the form was opened, and who saves it. */
export type Saving = { seen: number; actorUserId: number }

/** How often a setting has been saved; 0 while there is none. */
export async function countSettingEdits(name: SettingName): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('lock_version')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.lock_version ?? 0
}

/**
 * Writes one setting for a member of staff, with its history (F100). What belongs to it elsewhere is written by
 * `alongside`, which gives what changed there. Throws StaleRecordError and what `alongside` throws, nothing written then.
 */
export function editSetting<Name extends SettingName>(
  name: Name,
  value: z.input<(typeof settings)[Name]>,
  saving: Saving,
  alongside?: (trx: Trx) => Promise<Versions>,
): Promise<void> {
  return withTransaction(async (trx) => {
    const stored = await claimSetting(trx, name, saving.seen)
    const after: Record<string, unknown> = { ...settings[name].parse(value) }
    const text = JSON.stringify(after)
    await trx
      .updateTable('settings')
      .set({ value: text, updated_at: new Date() })
      .where('name', '=', name)
      .execute()
    const more = await alongside?.(trx)
    await recordSettingChange(trx, name, saving, {
      before: { ...factsIn(stored), ...more?.before },
      after: { ...after, ...more?.after },
    })
  })
}

/** Takes the uploaded status file away for a member of staff; the generated list serves again (D60). Throws StaleRecordError. */
export function withdrawStatusFile(saving: Saving): Promise<void> {
  return withTransaction(async (trx) => {
    const before = factsIn(await claimSetting(trx, 'statusFile', saving.seen))
    await trx
      .updateTable('settings')
      .set({ value: NOTHING, updated_at: new Date() })
      .where('name', '=', 'statusFile')
      .execute()
    const after = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
    await recordSettingChange(trx, 'statusFile', saving, { before, after })
  })
}

/** Holds the row of a setting, made if need be, and counts one more save. Gives its text. Throws StaleRecordError. */
export async function claimSetting(trx: Trx, name: SettingName, seen: number): Promise<string> {
  const row = await trx
    .selectFrom('settings')
    .select(['value', 'lock_version'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if ((row?.lock_version ?? 0) !== seen) throw new StaleRecordError()
  if (row)
    await trx
      .updateTable('settings')
      .set({ lock_version: seen + 1 })
      .where('name', '=', name)
      .execute()
  else await insertFirst(trx, name)
  return row?.value ?? '{}'
}

/** Whoever else saves a setting for the first time at the same moment comes second. */
async function insertFirst(trx: Trx, name: SettingName): Promise<void> {
  try {
    await trx.insertInto('settings').values({ name, value: '{}', lock_version: 1 }).execute()
  } catch (error) {
    throw isDuplicate(error) ? new StaleRecordError() : error
  }
}

function factsIn(stored: string): Record<string, unknown> {
  return stored === NOTHING ? {} : JSON.parse(stored)
}

type Versions = { before: Record<string, unknown>; after: Record<string, unknown> }

/** Notes what changed in a setting, lists as lines. */
export function recordSettingChange(
  trx: Trx,
  name: SettingName,
  { actorUserId }: Pick<Saving, 'actorUserId'>,
  { before, after }: Versions,
): Promise<void> {
  const gone = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
  const change = { before: asTexts(before), after: asTexts({ ...gone, ...after }), actorUserId }
  return recordChange(trx, { entity: 'setting', entityId: settingIds[name], ...change })
}

function asTexts(values: Record<string, unknown>): Record<string, string | null> {
  const textOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value))
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === null ? null : textOf(value)]),
  )
}

async function find<Value>(
  name: SettingName,
  schema: z.ZodType<Value>,
  reader: DbOrTrx = db,
): Promise<Value | undefined> {
  const row = await reader.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row && row.value !== NOTHING ? schema.parse(JSON.parse(row.value)) : undefined
}
