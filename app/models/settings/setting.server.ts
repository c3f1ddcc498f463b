import { z } from 'zod'
import { type TaxChoice, type TaxDefaultKey, taxFields, taxRegimes } from '#app/domain/catalogue/taxes.ts'
import { type BankAgreement, readAgreement } from '#app/domain/charges/banks/banks.ts'
import type { ChargeRules } from '#app/domain/charges/boleto-terms.ts'
import { usualHandlingDays } from '#app/domain/checkout/shipping.ts'
import { layoutChoices } from '#app/domain/orders/invoices/service-layout.ts'
import { type CivilDate, isCivilDate } from '#app/domain/platform/calendar.ts'
import { gatewayName, highestMinimum, issuerNames, usualMinimum } from '#app/domain/settings/issuer.ts'
import { pixCheckOutcomes, pixKinds } from '#app/domain/settings/own-pix.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { actionFrom, type Origin, recordChange } from '#app/models/platform/history.server.ts'
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
  /** The person in charge of data (LGPD, art. 41); where none is named the company's e-mail is. */
  officerName: z.string().optional(),
  officerEmail: z.string().optional(),
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
  /** Days a price quote holds (D86). */
  quoteDays: z.number().int().min(1).max(90).default(15),
  /** Characters an IE may have (D64). */
  ieMaxLength: z.number().int().min(12).max(14).default(12),
  /** Recovery tells when no account has the e-mail (D51); else it answers as if a mail were sent. */
  revealsUnknownEmail: z.boolean().default(true),
  /** Bulk price changes are the superusers' alone (D50). */
  onlySuperusersChangePrices: z.boolean().default(false),
  /** From this civil date on staff need a second factor; null never (D125). */
  secondFactorFrom: z.string().refine(isCivilDate).nullable().default(null),
  /** Lines printed on the boleto under "Instruções". */
  boletoInstructions: z.array(z.string()).default([]),
})

/** Who issues new boletos. `agencyAndCode` and `wallet` are printed on a gateway's boletos, whose data lack them. */
const issuer = z.object({
  issuer: z.enum(issuerNames).default('own-bank'),
  agencyAndCode: z.string().max(30).default(''),
  wallet: z.string().max(5).default(''),
  /** Centavos below which a gateway takes no charge. */
  minimum: z.number().int().min(0).max(highestMinimum).default(usualMinimum),
})

/** Pix of the own bank beside its boletos (D137); what opens its API is in the environment. */
const pix = z.object({
  isOffered: z.boolean().default(false),
  /** as in the DICT */
  key: z.string().max(77).default(''),
  kind: z.enum(pixKinds).default('cobv'),
})

/** What the last test of the bank's API found; `detail` is the bank's own reason. */
const pixCheck = z.object({
  at: z.iso.datetime(),
  outcome: z.enum(pixCheckOutcomes),
  detail: z.string().default(''),
})

const percent = z.number().int().min(0).max(10_000)

/** What new boletos are registered with (D69); all off until somebody decides. */
const charges = z.object({
  finePercent: percent.default(0),
  interestPercent: percent.default(0),
  discountPercent: percent.default(0),
  discountValue: z.number().int().min(0).default(0),
  discountDays: z.number().int().min(0).default(0),
  acceptanceDays: z.number().int().min(1).max(99).nullable().default(null),
  protestDays: z.number().int().min(0).max(99).default(0),
})

const statusFile = z.object({
  /** The uploaded file's name, for display and download. */
  name: z.string().min(1).max(200),
  file: z.string(),
  type: z.string(),
  bytes: z.number().int().positive(),
  uploadedOn: z.string(),
})

/** The company's logo and colours; null is the house's own (D94). `stamp` changes with every save. */
const appearance = z.object({
  stamp: z.string(),
  ink: z.string().nullable(),
  act: z.string().nullable(),
  logoFile: z.string().nullable(),
  logoWidth: z.number().int().nullable(),
  logoHeight: z.number().int().nullable(),
  logoBytes: z.number().int().nullable(),
})

const taxChoice: z.ZodType<TaxChoice> = z.partialRecord(z.enum(taxFields), z.string().nullable())

/** What invoices say of the company (D139). */
const fiscal = z.object({
  regime: z.enum(taxRegimes),
  /** state and city registrations; empty where there is none */
  ie: z.string().default(''),
  im: z.string().default(''),
  series: z.number().int().min(0).max(999).default(1),
  serviceSeries: z.string().default(''),
  environment: z.enum(['test', 'production']).default('test'),
  /** Hours in which an authorised NF-e may be cancelled (Ajuste SINIEF 7/2005: 24). */
  cancellationHours: z.number().int().min(1).max(720).default(24),
  /** Goods leave with a key alone; else staff are warned. */
  refusesDispatchWithoutKey: z.boolean().default(false),
  serviceLayout: z.enum(layoutChoices).default('law'),
  /** Approximate taxes of a service (Lei 12.741/2012), hundredths of a percent: of the Simples, else federal; of the city. */
  serviceTaxPercent: z.number().int().min(0).max(9999).default(0),
  cityTaxPercent: z.number().int().min(0).max(9999).default(0),
})

/** By medium, or by medium and kind of publication: 'print/parts'. */
const taxDefaults = z.record(z.string(), taxChoice)

/** Written once, on the day nothing was missing any more (D93). */
const firstSteps = z.object({ completedOn: z.string() })

/** Freight rates have rows of their own; this setting only holds their version. */
const freight = z.object({})

/** Value of a cleared setting; its row stays, so that an open form still detects a conflict. */
const NOTHING = 'null'

const settings = {
  company,
  bankAgreement,
  shop,
  statusFile,
  freight,
  issuer,
  firstSteps,
  appearance,
  pix,
  pixCheck,
  charges,
  fiscal,
  taxDefaults,
}
type Settings = { [name in keyof typeof settings]: z.output<(typeof settings)[name]> }

export type SettingName = keyof Settings

/** A setting's entity id in the history. */
export const settingIds: Readonly<Record<SettingName, number>> = {
  company: 1,
  bankAgreement: 2,
  shop: 3,
  statusFile: 4,
  freight: 5,
  issuer: 6,
  firstSteps: 7,
  appearance: 8,
  pix: 21,
  pixCheck: 22,
  charges: 14,
  fiscal: 9,
  taxDefaults: 10,
}

export type Company = Settings['company']
export type Appearance = Settings['appearance']
export type ShopRules = Settings['shop']
export type Fiscal = Settings['fiscal']

export function findCompany(reader: DbOrTrx = db): Promise<Company | undefined> {
  return find('company', company, reader)
}

export function findBankAgreement(reader: DbOrTrx = db): Promise<BankAgreement | undefined> {
  return find('bankAgreement', bankAgreement, reader)
}

/** The own bank unless the owner chose the gateway. */
export async function getIssuer(reader: DbOrTrx = db): Promise<Settings['issuer']> {
  return (await find('issuer', issuer, reader)) ?? issuer.parse({})
}

/** The minimum that this total, in centavos, does not reach; null where it can be charged or nothing is to be paid. */
export async function findMissedMinimum(total: number, reader: DbOrTrx = db): Promise<number | null> {
  if (total <= 0 || total >= highestMinimum) return null
  const { issuer, minimum } = await getIssuer(reader)
  return issuer === gatewayName && total < minimum ? minimum : null
}

export async function getPixSetting(reader: DbOrTrx = db): Promise<Settings['pix']> {
  return (await find('pix', pix, reader)) ?? pix.parse({})
}

export function findPixCheck(): Promise<Settings['pixCheck'] | undefined> {
  return find('pixCheck', pixCheck)
}

export async function getChargeRules(): Promise<ChargeRules> {
  return (await find('charges', charges)) ?? charges.parse({})
}

/** The uploaded status file; undefined while the generated list is used (D60). */
export function findStatusFile(): Promise<Settings['statusFile'] | undefined> {
  return find('statusFile', statusFile)
}

/** Undefined while the house's own look is used. */
export function findAppearance(reader: DbOrTrx = db): Promise<Appearance | undefined> {
  return find('appearance', appearance, reader)
}

/** Who sells and what the shop looks like, for the frame of every page, in one statement. */
export async function findShopFace(): Promise<{
  company?: Company
  appearance?: Appearance
  secondFactorFrom: CivilDate | null
}> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ['company', 'appearance', 'shop'])
    .execute()
  const value = (name: SettingName) => rows.find((row) => row.name === name && row.value !== NOTHING)?.value
  const [seller, look, rules] = [value('company'), value('appearance'), value('shop')]
  return {
    secondFactorFrom: rules === undefined ? null : shop.parse(JSON.parse(rules)).secondFactorFrom,
    ...(seller === undefined ? {} : { company: company.parse(JSON.parse(seller)) }),
    ...(look === undefined ? {} : { appearance: appearance.parse(JSON.parse(look)) }),
  }
}

/** Undefined until an administrator has said it. */
export function findFiscal(reader: DbOrTrx = db): Promise<Fiscal | undefined> {
  return find('fiscal', fiscal, reader)
}

export async function getTaxDefaults(reader: DbOrTrx = db): Promise<Settings['taxDefaults']> {
  return (await find('taxDefaults', taxDefaults, reader)) ?? {}
}

/** One medium or kind, beside the others. Throws StaleRecordError. */
export function saveTaxDefault(key: TaxDefaultKey, taxes: TaxChoice, saving: Saving): Promise<void> {
  return withTransaction(async (trx) => {
    const before = taxDefaults.parse(factsIn(await claimSetting(trx, 'taxDefaults', saving.seen)))
    const own = Object.fromEntries(Object.entries(taxes).filter(([, code]) => code))
    const text = JSON.stringify({ ...before, [key]: own })
    await trx
      .updateTable('settings')
      .set({ value: text, updated_at: new Date() })
      .where('name', '=', 'taxDefaults')
      .execute()
    await recordSettingChange(trx, 'taxDefaults', saving, {
      before: { [key]: formatCodes(before[key]) },
      after: { [key]: formatCodes(own) },
    })
  })
}

/** 'ncm 49019900, origin 0'; null for none. */
function formatCodes(taxes: TaxChoice | undefined): string | null {
  const pairs = Object.entries(taxes ?? {}).filter(([, code]) => code)
  return pairs.map(([field, code]) => `${field} ${code}`).join(', ') || null
}

export function findFirstSteps(): Promise<Settings['firstSteps'] | undefined> {
  return find('firstSteps', firstSteps)
}

export async function closeFirstSteps(completedOn: CivilDate): Promise<void> {
  if (!(await findFirstSteps())) await saveSetting('firstSteps', { completedOn })
}

/** Resets a setting to its default; its version goes on counting. */
export async function removeSetting(name: SettingName): Promise<void> {
  await db
    .updateTable('settings')
    .set((eb) => ({ value: NOTHING, updated_at: new Date(), lock_version: eb('lock_version', '+', 1) }))
    .where('name', '=', name)
    .execute()
}

export async function getShopRules(reader: DbOrTrx = db): Promise<ShopRules> {
  return (await find('shop', shop, reader)) ?? shop.parse({})
}

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

/** `seen`: the version shown when the form was opened. */
export type Saving = { seen: number; actorUserId: number; origin?: Origin }

/** A setting's version; 0 while there is none. */
export async function countSettingEdits(name: SettingName): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('lock_version')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.lock_version ?? 0
}

/** `alongside` writes related rows and returns their changes (F100). Throws StaleRecordError; any error rolls back. */
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
      before: { ...withDefaults(name, factsIn(stored)), ...more?.before },
      after: { ...after, ...more?.after },
    })
  })
}

/** Withdraws the uploaded status file; the generated list is used again (D60). Throws StaleRecordError. */
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

/** Locks the setting's row, created if missing, bumps its version and returns its text. Throws StaleRecordError. */
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

/** Two first saves at once: the second one fails on the key. */
async function insertFirst(trx: Trx, name: SettingName): Promise<void> {
  try {
    await trx.insertInto('settings').values({ name, value: '{}', lock_version: 1 }).execute()
  } catch (error) {
    throw isDuplicate(error) ? new StaleRecordError() : error
  }
}

/** A value nobody had set counted as its default. */
function withDefaults(name: SettingName, stored: Record<string, unknown>): Record<string, unknown> {
  return settings[name].safeParse(stored).data ?? stored
}

function factsIn(stored: string): Record<string, unknown> {
  return stored === NOTHING ? {} : JSON.parse(stored)
}

type Versions = { before: Record<string, unknown>; after: Record<string, unknown> }

/** Where a file is stored is no matter of whoever reads the history. */
const hiddenFacts: Partial<Record<SettingName, readonly string[]>> = {
  statusFile: ['file'],
  appearance: ['logoFile', 'stamp'],
}

export function recordSettingChange(
  trx: Trx,
  name: SettingName,
  { actorUserId, origin }: Pick<Saving, 'actorUserId' | 'origin'>,
  { before, after }: Versions,
): Promise<void> {
  const gone = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
  for (const facts of [before, after]) for (const hidden of hiddenFacts[name] ?? []) delete facts[hidden]
  const change = { before: asTexts(before), after: asTexts({ ...gone, ...after }), actorUserId }
  const entry = { entity: 'setting', entityId: settingIds[name], ...actionFrom(origin, 'changed') } as const
  return recordChange(trx, { ...entry, ...change })
}

function asTexts(values: Record<string, unknown>): Record<string, string | null> {
  const textOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value))
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value === null ? null : textOf(value)] as const],
    ),
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
