import { z } from 'zod'
import { type TaxChoice, type TaxDefaultKey, taxFields } from '#app/domain/catalogue/taxes.ts'
import { type BankAgreement, readAgreement } from '#app/domain/charges/banks/banks.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Appearance } from '#app/domain/settings/appearance.ts'
import { type ChargeRules, charges } from '#app/domain/settings/charges.ts'
import { type Company, company } from '#app/domain/settings/company.ts'
import { type Fiscal, fiscal } from '#app/domain/settings/fiscal.ts'
import {
  gatewayName,
  highestMinimum,
  type IssuerSetting,
  issuerSetting,
} from '#app/domain/settings/issuer.ts'
import { type PixSetting, pix, pixCheckOutcomes } from '#app/domain/settings/own-pix.ts'
import {
  completeValues,
  getInitialValues,
  type Setting,
  type SettingName,
  settingIds,
} from '#app/domain/settings/setting.ts'
import { type ShopRules, shop } from '#app/domain/settings/shop.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { getOriginAction, type Origin, recordChange } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'

const bankAgreement: z.ZodType<BankAgreement> = z
  .record(z.string(), z.unknown())
  .transform((storedValues, context) => {
    const agreement = readAgreement(storedValues)
    if (agreement) return agreement
    context.addIssue({ code: 'custom', message: 'invalid bank agreement' })
    return z.NEVER
  })

/** The result of the last test of the bank's API. `detail` is the bank's reason. */
const pixCheck = z.object({
  at: z.iso.datetime(),
  outcome: z.enum(pixCheckOutcomes),
  detail: z.string().default(''),
})

const statusFile = z.object({
  /** name of the uploaded file, for display and download */
  name: z.string().min(1).max(200),
  file: z.string(),
  type: z.string(),
  bytes: z.number().int().positive(),
  uploadedOn: z.string(),
})

const appearance: z.ZodType<Appearance, Appearance> = z.object({
  stamp: z.string(),
  ink: z.string().nullable(),
  act: z.string().nullable(),
  logoFile: z.string().nullable(),
  logoWidth: z.number().int().nullable(),
  logoHeight: z.number().int().nullable(),
  logoBytes: z.number().int().nullable(),
})

const taxChoice: z.ZodType<TaxChoice> = z.partialRecord(z.enum(taxFields), z.string().nullable())

/** Tax codes by medium, or by medium and kind of publication ('print/parts'). */
const taxDefaults = z.record(z.string(), taxChoice)

/** Written once, when all first steps were complete. */
const firstSteps = z.object({ completedOn: z.string() })

/** Freight rates have a table of their own; this setting only contains their version. */
const freight = z.object({})

/** The value of a deleted setting, whose row stays so that an open form still detects a conflict. */
const DELETED_VALUE = 'null'

const settingSchemas = {
  company: makeStoredSchema(company),
  bankAgreement,
  shop: makeStoredSchema(shop),
  statusFile,
  freight,
  issuer: makeStoredSchema(issuerSetting),
  firstSteps,
  appearance,
  pix: makeStoredSchema(pix),
  pixCheck,
  charges: makeStoredSchema(charges),
  fiscal: makeStoredSchema(fiscal),
  taxDefaults,
}

/** Returns a schema that parses the stored setting and fills missing values with the initial ones. */
function makeStoredSchema<Values>(setting: Setting<Values>) {
  return z.custom<Partial<Values>>().transform((storedValues, context) => {
    const values = completeValues(setting, storedValues)
    if (values) return values
    context.addIssue({ code: 'custom', message: `invalid values of the setting ${setting.name}` })
    return z.NEVER
  })
}

type Settings = { [name in keyof typeof settingSchemas]: z.output<(typeof settingSchemas)[name]> }

export function findCompany(reader: DbOrTrx = db): Promise<Company | undefined> {
  return findSetting('company', settingSchemas.company, reader)
}

export function findBankAgreement(reader: DbOrTrx = db): Promise<BankAgreement | undefined> {
  return findSetting('bankAgreement', bankAgreement, reader)
}

/** Returns the issuer of boletos, by default the shop's own bank. */
export function getIssuer(reader: DbOrTrx = db): Promise<IssuerSetting> {
  return getValues(issuerSetting, reader)
}

/**
 * Returns the gateway's minimum in centavos if the total is lower; null if the total can be charged or is 0.
 */
export async function findMissedMinimum(total: number, reader: DbOrTrx = db): Promise<number | null> {
  if (total <= 0 || total >= highestMinimum) return null
  const { issuer, minimum } = await getIssuer(reader)
  return issuer === gatewayName && total < minimum ? minimum : null
}

export function getPixSetting(reader: DbOrTrx = db): Promise<PixSetting> {
  return getValues(pix, reader)
}

export function findPixCheck(): Promise<Settings['pixCheck'] | undefined> {
  return findSetting('pixCheck', pixCheck)
}

export function getChargeRules(): Promise<ChargeRules> {
  return getValues(charges)
}

/** Returns the uploaded list; undefined while the generated one is in use. */
export function findStatusFile(): Promise<Settings['statusFile'] | undefined> {
  return findSetting('statusFile', statusFile)
}

/** Returns the shop's appearance; undefined while the default one is in use. */
export function findAppearance(reader: DbOrTrx = db): Promise<Appearance | undefined> {
  return findSetting('appearance', appearance, reader)
}

/** Returns seller and appearance, which all pages show, in one statement. */
export async function findShopIdentity(): Promise<{
  company?: Company
  appearance?: Appearance
  secondFactorFrom: CivilDate | null
}> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['company', 'appearance', 'shop'])
    .execute()
  const findValues = <Values>(name: SettingName, schema: z.ZodType<Values>): Values | undefined => {
    const row = rows.find((settingRow) => settingRow.name === name)
    return row && row.value !== DELETED_VALUE ? schema.parse(JSON.parse(row.value)) : undefined
  }
  const companyValues = findValues('company', settingSchemas.company)
  const appearanceValues = findValues('appearance', appearance)
  const shopRules = findValues('shop', settingSchemas.shop)
  return {
    secondFactorFrom: shopRules?.secondFactorFrom ?? null,
    ...(companyValues && { company: companyValues }),
    ...(appearanceValues && { appearance: appearanceValues }),
  }
}

/** Returns the fiscal settings; undefined until an administrator has saved them. */
export function findFiscal(reader: DbOrTrx = db): Promise<Fiscal | undefined> {
  return findSetting('fiscal', settingSchemas.fiscal, reader)
}

export async function getTaxDefaults(reader: DbOrTrx = db): Promise<Settings['taxDefaults']> {
  return (await findSetting('taxDefaults', taxDefaults, reader)) ?? {}
}

/** Saves the tax codes of one medium or kind of publication. Throws StaleRecordError. */
export function saveTaxDefault(key: TaxDefaultKey, taxes: TaxChoice, saving: SaveContext): Promise<void> {
  return withTransaction(async (trx) => {
    const storedText = await lockSetting(trx, 'taxDefaults', saving.seenVersion)
    const storedDefaults = taxDefaults.parse(parseStored(storedText))
    const filledCodes = Object.fromEntries(Object.entries(taxes).filter(([, code]) => code))
    const text = JSON.stringify({ ...storedDefaults, [key]: filledCodes })
    await trx
      .updateTable('settings')
      .set({ value: text, updated_at: new Date() })
      .where('name', '=', 'taxDefaults')
      .execute()
    await recordSettingChange(trx, 'taxDefaults', saving, {
      before: { [key]: formatCodes(storedDefaults[key]) },
      after: { [key]: formatCodes(filledCodes) },
    })
  })
}

/** Formats tax codes, such as 'ncm 49019900, origin 0'; returns null if there are none. */
function formatCodes(taxes: TaxChoice | undefined): string | null {
  const pairs = Object.entries(taxes ?? {}).filter(([, code]) => code)
  return pairs.map(([field, code]) => `${field} ${code}`).join(', ') || null
}

export function findFirstSteps(): Promise<Settings['firstSteps'] | undefined> {
  return findSetting('firstSteps', firstSteps)
}

export async function closeFirstSteps(completedOn: CivilDate): Promise<void> {
  if (!(await findFirstSteps())) await saveSetting('firstSteps', { completedOn })
}

/** Resets a setting to its default and increments its version. */
export async function removeSetting(name: SettingName): Promise<void> {
  await db
    .updateTable('settings')
    .set((eb) => ({ value: DELETED_VALUE, updated_at: new Date(), lock_version: eb('lock_version', '+', 1) }))
    .where('name', '=', name)
    .execute()
}

export async function getShopRules(reader: DbOrTrx = db): Promise<ShopRules> {
  return getValues(shop, reader)
}

/** Returns the values of a setting; undefined if a required one is empty. */
export async function findSettingValues<Values>(
  setting: Setting<Values>,
  reader: DbOrTrx = db,
): Promise<Values | undefined> {
  return (await findSetting(setting.name, makeStoredSchema(setting), reader)) ?? completeValues(setting, {})
}

async function getValues<Values>(setting: Setting<Values>, reader: DbOrTrx = db): Promise<Values> {
  return (await findSetting(setting.name, makeStoredSchema(setting), reader)) ?? getInitialValues(setting)
}

/** Saves a setting without checking its version and without a history entry. */
export async function saveSetting<Name extends keyof Settings>(
  name: Name,
  value: z.input<(typeof settingSchemas)[Name]>,
  writer: DbOrTrx = db,
): Promise<void> {
  const text = JSON.stringify(settingSchemas[name].parse(value))
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

/** `seenVersion` is the version of the setting that the form displayed. */
export type SaveContext = { seenVersion: number; actorUserId: number; origin?: Origin }

/** Returns a setting's version; 0 before its first save. */
export async function readSettingVersion(name: SettingName): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('lock_version')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.lock_version ?? 0
}

type WriteRelated = (trx: Trx) => Promise<ValuesBeforeAndAfter>

/** Saves a setting. `writeRelated` writes related rows and returns their changes. Throws StaleRecordError. */
export function editSetting<Name extends SettingName>(
  name: Name,
  value: z.input<(typeof settingSchemas)[Name]>,
  saving: SaveContext,
  writeRelated?: WriteRelated,
): Promise<void> {
  return writeSetting(name, value, saving, writeRelated)
}

export function editValues<Values>(
  { name }: Setting<Values>,
  values: Values,
  saving: SaveContext,
): Promise<void> {
  return writeSetting(name, values, saving)
}

function writeSetting(
  name: SettingName,
  value: unknown,
  saving: SaveContext,
  writeRelated?: WriteRelated,
): Promise<void> {
  return withTransaction(async (trx) => {
    const storedSetting = await lockSetting(trx, name, saving.seenVersion)
    const after: Record<string, unknown> = { ...settingSchemas[name].parse(value) }
    const text = JSON.stringify(after)
    await trx
      .updateTable('settings')
      .set({ value: text, updated_at: new Date() })
      .where('name', '=', name)
      .execute()
    const relatedChanges = await writeRelated?.(trx)
    await recordSettingChange(trx, name, saving, {
      before: { ...fillDefaults(name, parseStored(storedSetting)), ...relatedChanges?.before },
      after: { ...after, ...relatedChanges?.after },
    })
  })
}

/** Removes the uploaded status file, so that the generated list is used. Throws StaleRecordError. */
export function withdrawStatusFile(saving: SaveContext): Promise<void> {
  return withTransaction(async (trx) => {
    const before = parseStored(await lockSetting(trx, 'statusFile', saving.seenVersion))
    await trx
      .updateTable('settings')
      .set({ value: DELETED_VALUE, updated_at: new Date() })
      .where('name', '=', 'statusFile')
      .execute()
    const after = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
    await recordSettingChange(trx, 'statusFile', saving, { before, after })
  })
}

/** Locks the row or inserts it, increments its version and returns its JSON text. Throws StaleRecordError. */
export async function lockSetting(trx: Trx, name: SettingName, seenVersion: number): Promise<string> {
  const row = await trx
    .selectFrom('settings')
    .select(['value', 'lock_version'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if ((row?.lock_version ?? 0) !== seenVersion) throw new StaleRecordError()
  if (row)
    await trx
      .updateTable('settings')
      .set({ lock_version: seenVersion + 1 })
      .where('name', '=', name)
      .execute()
  else await insertSettingRow(trx, name)
  return row?.value ?? '{}'
}

/** Inserts the setting's row. Throws StaleRecordError if a concurrent save inserted the row first. */
async function insertSettingRow(trx: Trx, name: SettingName): Promise<void> {
  try {
    await trx.insertInto('settings').values({ name, value: '{}', lock_version: 1 }).execute()
  } catch (error) {
    throw isDuplicate(error) ? new StaleRecordError() : error
  }
}

/** Returns the values of a setting, with defaults for missing values. */
function fillDefaults(name: SettingName, storedValues: Record<string, unknown>): Record<string, unknown> {
  return settingSchemas[name].safeParse(storedValues).data ?? storedValues
}

function parseStored(storedText: string): Record<string, unknown> {
  return storedText === DELETED_VALUE ? {} : JSON.parse(storedText)
}

type ValuesBeforeAndAfter = { before: Record<string, unknown>; after: Record<string, unknown> }

/** Fields that the history must not contain, such as storage names. */
const hiddenFields: Partial<Record<SettingName, readonly string[]>> = {
  statusFile: ['file'],
  appearance: ['logoFile', 'stamp'],
}

/** Records changed values in the history, except hidden fields. A key that `after` lacks counts as null. */
export function recordSettingChange(
  trx: Trx,
  name: SettingName,
  { actorUserId, origin }: Pick<SaveContext, 'actorUserId' | 'origin'>,
  { before, after }: ValuesBeforeAndAfter,
): Promise<void> {
  const nullsByKey = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
  for (const field of hiddenFields[name] ?? []) {
    delete before[field]
    delete after[field]
  }
  const change = {
    before: formatValues(before),
    after: formatValues({ ...nullsByKey, ...after }),
    actorUserId,
  }
  const entry = {
    entity: 'setting',
    entityId: settingIds[name],
    ...getOriginAction(origin, 'changed'),
  } as const
  return recordChange(trx, { ...entry, ...change })
}

function formatValues(values: Record<string, unknown>): Record<string, string | null> {
  const definedEntries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(definedEntries.map(([key, value]) => [key, formatValue(value)]))
}

function formatValue(value: unknown): string | null {
  if (value === null) return null
  return Array.isArray(value) ? value.join('\n') : String(value)
}

async function findSetting<Value>(
  name: SettingName,
  schema: z.ZodType<Value>,
  reader: DbOrTrx = db,
): Promise<Value | undefined> {
  const row = await settingByName.first(reader, { name })
  return row && row.value !== DELETED_VALUE ? schema.parse(JSON.parse(row.value)) : undefined
}

const settingByName = compileQuery((value: ValueSlots<{ name: SettingName }>) =>
  db.selectFrom('settings').select('value').where('name', '=', value('name')),
)
