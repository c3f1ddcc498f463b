import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { ActingMembership } from '#app/domain/accounts/colleagues.ts'
import { type Identity, identitySelection, toIdentityRow } from '#app/domain/accounts/identity.ts'
import { normalisePassword, type PasswordOwner } from '#app/domain/accounts/password.ts'
import { env } from '#app/env.server.ts'
import {
  type Address,
  type AddressIds,
  type AddressRow,
  addressFields,
  findAddressRows,
  formatAddressLine,
  insertAddress,
  isSameAddress,
  replaceAddresses,
} from '#app/models/accounts/address.server.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx } from '#app/models/platform/db.server.ts'
import { recordChange } from '#app/models/platform/history.server.ts'
import { raiseVersionUnchecked, type StaleCheck } from '#app/models/platform/optimistic-lock.server.ts'

/** argon2id with 19 MiB of memory, two passes and one lane (OWASP ASVS 5, appendix C). */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A hash occupies a processor and 19 MiB. A process computes one hash at a time, or two if it is the only process. */
const HASHES_AT_ONCE = env.WEB_PROCESSES > 1 ? 1 : 2
const hashQueue = pLimit(HASHES_AT_ONCE)
/** The waiting hashes take about a second. Further requests fail immediately. */
const MAX_WAITING_HASHES = 25 * HASHES_AT_ONCE
/** This hash is verified for an unknown e-mail, because the reply must take as long as for a wrong password. */
const HASH_FOR_UNKNOWN_EMAIL = hash(`${Math.random()}`, ARGON2ID)

export type AccountOwner = { userId: number; profileId: number }

export type Viewer = {
  sessionId: number
  userId: number
  profileId: number
  email: string
  displayName: string
  isPartner: boolean
  /** also true for superusers; false while `isFactorMissing` */
  isStaff: boolean
  isSuperuser: boolean
  /** true for staff without the required second factor, who have no staff rights until they set it up */
  isFactorMissing: boolean
  hasCompanies: boolean
  hasSecondFactor: boolean
  /** true if a mail to the present address was refused or returned */
  isEmailRefused: boolean
  /** when the owner last proved that they receive this mailbox's mails */
  emailProvedAt: Date | null
  /** when the person last confirmed their identity; null for the API */
  provedAt: Date | null
  /** the company for which the session acts; 'ended' after the membership ended, until the person chooses again */
  actingFor: ActingMembership | 'ended' | null
}

export class EmailTaken extends Error {
  override name = 'EmailTaken'
}

/** Thrown if too many passwords wait for hashing. The request can be repeated. */
export class HashQueueFull extends Error {
  override name = 'HashQueueFull'
}

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Returns the hash of the normalised password. Throws HashQueueFull. */
export function hashPassword(password: string): Promise<string> {
  return runInHashQueue(() => hash(normalisePassword(password), ARGON2ID))
}

/** Runs `work` when a place in this process is free. Throws HashQueueFull immediately if too many wait. */
async function runInHashQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (hashQueue.pendingCount >= MAX_WAITING_HASHES) throw new HashQueueFull()
  return hashQueue(work)
}

/** Returns the user id, or null for wrong credentials or a deactivated account. All replies take equally long. */
export async function verifyCredentials(email: string, password: string): Promise<number | null> {
  const knownUser = await checkPassword(email, password)
  return knownUser?.isDeactivated === false ? knownUser.userId : null
}

/** Returns the account, even if it is deactivated, or null for wrong credentials. All replies take equally long. */
export async function checkPassword(
  email: string,
  password: string,
): Promise<{ userId: number; isDeactivated: boolean } | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active', 'is_demonstration'])
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst()
  const knownHash = user?.password_hash ?? (await HASH_FOR_UNKNOWN_EMAIL)
  const spelling = await findMatchingSpelling(knownHash, password)
  if (!user?.password_hash || spelling === undefined) return null
  if (spelling === 'as-typed') await rehashPassword(user.id, knownHash, password)
  return { userId: user.id, isDeactivated: isDeactivated(user) }
}

/** Tries the normalised password, then the password as typed, because older hashes contain the typed password. */
async function findMatchingSpelling(
  knownHash: string,
  password: string,
): Promise<'normalised' | 'as-typed' | undefined> {
  const normalised = normalisePassword(password)
  if (await runInHashQueue(() => verify(knownHash, normalised))) return 'normalised'
  if (normalised === password) return undefined
  return (await runInHashQueue(() => verify(knownHash, password))) ? 'as-typed' : undefined
}

/** Stores a new hash unless the password changed meanwhile. */
async function rehashPassword(userId: number, previousHash: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password)
  await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', userId)
    .where('password_hash', '=', previousHash)
    .execute()
}

export type AccountStanding = { is_active: boolean; is_demonstration: boolean }

/** Returns true for inactive accounts and, in production, demonstration accounts. */
export function isDeactivated({ is_active, is_demonstration }: AccountStanding): boolean {
  return !is_active || (is_demonstration && env.APP_ENV === 'production')
}

/** Returns the user with this e-mail, even if deactivated. */
export async function findUserIdByEmail(email: string): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst()
  return user?.id
}

/** Returns the e-mail and names that a password must not consist of, and whether the user is staff. */
export async function findPasswordOwner(userId: number): Promise<PasswordOwner> {
  const { name, companyName, ...user } = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['email', 'is_staff', 'is_superuser', 'name', 'company_name as companyName'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { email: user.email, names: [name, companyName], isStaff: isStaff(user) }
}

export function isStaff(user: { is_staff: boolean; is_superuser: boolean }): boolean {
  return user.is_staff || user.is_superuser
}

/** Locks the user until the transaction ends. Returns null if the account is unknown or deactivated. */
export async function lockUserByEmail(trx: Trx, email: string): Promise<number | null> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'is_active', 'is_demonstration'])
    .where('email', '=', normaliseEmail(email))
    .forUpdate()
    .executeTakeFirst()
  return user && !isDeactivated(user) ? user.id : null
}

/** Locks the user, so that changes of an account run one after the other. */
export async function lockUser(trx: Trx, userId: number) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'is_active', 'is_staff', 'is_superuser'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function replacePassword(trx: Trx, userId: number, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
}

/** Creates user, profile and addresses. The password may be set later by a link. Throws EmailTaken. */
export async function createAccount(
  trx: Trx,
  account: {
    email: string
    passwordHash: string | null
    identity: Identity
    billing: Address | null
    shipping: Address | null
    isEmailProved?: boolean
  },
): Promise<{ userId: number; profileId: number; billingId: number | null; shippingId: number | null }> {
  const userId = await insertUser(trx, account)
  const billingId = account.billing && (await insertAddress(trx, account.billing))
  const shippingId = account.shipping && (await insertAddress(trx, account.shipping))
  const profile = await trx
    .insertInto('profiles')
    .values({
      user_id: userId,
      ...toIdentityRow(account.identity),
      billing_address_id: billingId,
      shipping_address_id: shippingId,
    })
    .executeTakeFirstOrThrow()
  const profileId = Number(profile.insertId)
  await indexPeople(trx, [profileId])
  return { userId, profileId, billingId, shippingId }
}

type Contact = { phone?: string; billing?: Address; shipping?: Address | null }
type ContactChange = {
  userId: number
  profileId: number
  action: string
  check?: StaleCheck<BuyerProfile> | undefined
}

export type BuyerProfile = Awaited<ReturnType<typeof lockProfile>>

/** Updates contact data except omitted fields; null removes `shipping`. Returns the locked profile. */
export async function changeContact(
  trx: Trx,
  { userId, profileId, action, check }: ContactChange,
  contact: Contact,
): Promise<{ profile: BuyerProfile; isChanged: boolean }> {
  const before = await lockProfile(trx, profileId)
  check?.(before)
  const { phone = before.phone, billing, shipping = before.shipping ?? null } = contact
  const hasSameAddresses = isSameAddress(before.billing, billing) && isSameAddress(before.shipping, shipping)
  const isAddressChanged = billing !== undefined && !hasSameAddresses
  if (!isAddressChanged && phone === before.phone) return { profile: before, isChanged: false }
  const addresses = isAddressChanged
    ? await replaceAddresses(trx, profileId, { billing, shipping }, before)
    : before
  const after = { ...before, phone, billing: addresses.billing, shipping: addresses.shipping }
  if (phone !== before.phone)
    await trx.updateTable('profiles').set({ phone }).where('id', '=', profileId).execute()
  await indexPeople(trx, [profileId])
  await raiseVersionUnchecked(trx, 'profiles', profileId)
  const entry = { entity: 'user', entityId: userId, actorUserId: userId, action } as const
  await recordChange(trx, { ...entry, before: getContactFacts(before), after: getContactFacts(after) })
  return { profile: after, isChanged: true }
}

/** Locks the profile. Throws the error from `makeMissingError` if the profile does not exist. */
export async function lockProfile(
  trx: Trx,
  profileId: number,
  makeMissingError = () => new Error(`Profile ${profileId} does not exist`),
) {
  const row = await lockedProfile.first(trx, { profileId })
  if (!row) throw makeMissingError()
  const { billing_address_id, shipping_address_id, ...profile } = row
  return { ...profile, ...(await findAddressRows({ billing_address_id, shipping_address_id }, trx)) }
}

const lockedProfile = compileQuery((value: ValueSlots<{ profileId: number }>) =>
  db
    .selectFrom('profiles')
    .select(['id', 'user_id as userId', 'is_company as isCompany', 'name', 'company_name as companyName'])
    .select(['cpf', 'cnpj', 'phone', 'billing_address_id', 'shipping_address_id'])
    .where('id', '=', value('profileId'))
    .forUpdate(),
)

function getContactFacts({ phone, billing, shipping }: BuyerProfile) {
  return { phone, billing: formatAddressLine(billing), shipping: formatAddressLine(shipping) }
}

export async function findCheckoutProfile(profileId: number) {
  return toCheckoutProfile(
    await checkoutProfiles.where('profiles.id', '=', profileId).executeTakeFirstOrThrow(),
  )
}

export const checkoutProfiles = db
  .selectFrom('profiles')
  .innerJoin('users', 'users.id', 'profiles.user_id')
  .leftJoin('addresses as billing', 'billing.id', 'billing_address_id')
  .leftJoin('addresses as shipping', 'shipping.id', 'shipping_address_id')
  .select([...identitySelection, 'email'])
  .select(addressFields.map((field) => `billing.${field} as billing_${field}` as const))
  .select(addressFields.map((field) => `shipping.${field} as shipping_${field}` as const))

type CheckoutRow = Awaited<ReturnType<typeof checkoutProfiles.executeTakeFirstOrThrow>>

export function toCheckoutProfile(row: CheckoutRow) {
  const { isCompany, name, companyName, cpf, cnpj, ie, phone, email } = row
  const identity = { isCompany, name, companyName, cpf, cnpj, ie, phone, email }
  return { ...identity, billing: readAddress(row, 'billing'), shipping: readAddress(row, 'shipping') }
}

function readAddress(row: CheckoutRow, prefix: 'billing' | 'shipping'): Address | undefined {
  if (row[`${prefix}_zip_code`] === null) return undefined
  const getText = (field: keyof Address) => row[`${prefix}_${field}`] ?? ''
  return {
    zip_code: getText('zip_code'),
    street: getText('street'),
    number: getText('number'),
    complement: getText('complement'),
    province: getText('province'),
    city: getText('city'),
    state: getText('state'),
  }
}

export async function findAddresses(ids: AddressIds, reader: DbOrTrx = db) {
  const { billing, shipping } = await findAddressRows(ids, reader)
  return { billing: withoutId(billing), shipping: withoutId(shipping) }
}

function withoutId(row: AddressRow | undefined): Address | undefined {
  if (!row) return undefined
  const { id, ...address } = row
  return address
}

type NewUser = { email: string; passwordHash: string | null; isEmailProved?: boolean }

async function insertUser(
  trx: Trx,
  { email, passwordHash, isEmailProved = false }: NewUser,
): Promise<number> {
  try {
    const user = await trx
      .insertInto('users')
      .values({
        email: normaliseEmail(email),
        password_hash: passwordHash,
        email_proved_at: isEmailProved ? new Date() : null,
      })
      .executeTakeFirstOrThrow()
    return Number(user.insertId)
  } catch (error) {
    throw isDuplicate(error) ? new EmailTaken() : error
  }
}
