import { z } from 'zod'
import type { BankAgreement } from '#app/domain/bank-agreement.ts'
import { db, type Reader } from '#app/models/db.server.ts'

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

const digits = (length: number) => z.string().regex(new RegExp(`^\\d{${length}}$`))

const bankAgreement: z.ZodType<BankAgreement> = z.discriminatedUnion('bank', [
  z.object({
    bank: z.literal('001'),
    agencyPrinted: z.string(),
    accountPrinted: z.string(),
    agreement: digits(7),
    wallet: digits(2),
  }),
  z.object({ bank: z.literal('341'), agency: digits(4), account: digits(5), wallet: digits(3) }),
  z.object({
    bank: z.literal('237'),
    agency: digits(4),
    agencyPrinted: z.string(),
    account: digits(7),
    accountPrinted: z.string(),
    wallet: digits(2),
  }),
])

const shop = z.object({
  /** Working days until a slip is due (D16). */
  slipDueDays: z.number().int().min(1).max(30).default(3),
  /** Offer 'À Combinar' for printed items (D8). */
  offersFreightToBeAgreed: z.boolean().default(true),
  /** Characters an IE may have (D64). */
  ieMaxLength: z.number().int().min(12).max(14).default(12),
  /** Recovery says so when no account has an e-mail (D51); else it answers as if a mail were on its way. */
  revealsUnknownEmail: z.boolean().default(true),
  /** Lines printed on the slip under "Instruções". */
  slipInstructions: z.array(z.string()).default([]),
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

const settings = { company, bankAgreement, shop, statusFile }
type Settings = { [name in keyof typeof settings]: z.output<(typeof settings)[name]> }

export type Company = Settings['company']
export type ShopRules = Settings['shop']

/** The company that sells, or undefined while nobody has filled it in. */
export function findCompany(): Promise<Company | undefined> {
  return find('company', company)
}

/** The agreement under which the bank takes our slips, or undefined while there is none. */
export function findBankAgreement(): Promise<BankAgreement | undefined> {
  return find('bankAgreement', bankAgreement)
}

/** The status file the staff uploaded, or undefined while the generated list serves (D60). */
export function findStatusFile(): Promise<Settings['statusFile'] | undefined> {
  return find('statusFile', statusFile)
}

/** Takes a setting back to what it is without one. */
export async function removeSetting(name: keyof Settings): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute()
}

/** The owner's switches; every one has a default. */
export async function getShopRules(): Promise<ShopRules> {
  return (await find('shop', shop)) ?? shop.parse({})
}

/** Writes one setting as a whole. */
export async function saveSetting<Name extends keyof Settings>(
  name: Name,
  value: z.input<(typeof settings)[Name]>,
  writer: Reader = db,
): Promise<void> {
  const text = JSON.stringify(settings[name].parse(value))
  await writer
    .insertInto('settings')
    .values({ name, value: text })
    .onDuplicateKeyUpdate({ value: text, updated_at: new Date() })
    .execute()
}

async function find<Value>(name: keyof Settings, schema: z.ZodType<Value>): Promise<Value | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row && schema.parse(JSON.parse(row.value))
}
