import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { Acting } from '#app/domain/accounts/colleagues.ts'
import type { PasswordOwner } from '#app/domain/accounts/password.ts'
import { env } from '#app/env.server.ts'
import {
  type Address,
  addressLine,
  insertAddress,
  replaceAddresses,
} from '#app/models/accounts/address.server.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx } from '#app/models/platform/db.server.ts'
import { recordChange } from '#app/models/platform/history.server.ts'
import { countSave } from '#app/models/platform/optimistic-lock.server.ts'

/** argon2id with 19 MiB, two passes, one lane (OWASP ASVS 5, appendix C). */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A hash takes a processor and 19 MiB: two at once, or one in each of several processes; the others wait. */
const HASHES_AT_ONCE = env.WEB_PROCESSES > 1 ? 1 : 2
const hashes = pLimit(HASHES_AT_ONCE)
/** About a second's work; beyond it requests fail at once instead of queueing behind a flood. */
const MAX_WAITING_HASHES = 25 * HASHES_AT_ONCE
/** Verified for unknown e-mails, so that they take as long as a wrong password. */
const NOBODY = hash(`${Math.random()}`, ARGON2ID)

export type Viewer = {
  sessionId: number
  userId: number
  profileId: number
  email: string
  displayName: string
  isPartner: boolean
  /** superuser implies staff (D50) */
  isStaff: boolean
  isSuperuser: boolean
  /** is colleague of at least one company */
  hasCompanies: boolean
  /** the company in whose name the session acts; 'ended' once that is over, until the person chooses again (D92) */
  acting: Acting | 'ended' | null
}

/** Documents without punctuation; absent fields null. */
export type Identity = {
  isCompany: boolean
  name: string
  companyName: string | null
  cpf: string | null
  cnpj: string | null
  ie: string | null
  phone: string | null
}

export class EmailTaken extends Error {
  override name = 'EmailTaken'
}

/** Too many passwords wait for hashing; a retry helps. */
export class HashLineFull extends Error {
  override name = 'HashLineFull'
}

/** Lower case and trimmed, as stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Throws HashLineFull. */
export function hashPassword(password: string): Promise<string> {
  return inLine(() => hash(password, ARGON2ID))
}

/** Limits all hashing of this process; throws HashLineFull at once when too many wait. */
async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  if (hashes.pendingCount >= MAX_WAITING_HASHES) throw new HashLineFull()
  return hashes(work)
}

/** Same duration for unknown e-mails. Refuses inactive and, in production, demonstration accounts (D48, D73). */
export async function verifyCredentials(email: string, password: string): Promise<number | null> {
  const known = await checkPassword(email, password)
  return known?.isDeactivated === false ? known.userId : null
}

/** Null for a wrong e-mail or password; takes the same time for unknown e-mails. */
export async function checkPassword(
  email: string,
  password: string,
): Promise<{ userId: number; isDeactivated: boolean } | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active', 'is_demonstration'])
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst()
  const known = user?.password_hash ?? (await NOBODY)
  const matches = await inLine(() => verify(known, password))
  if (!user?.password_hash || !matches) return null
  return { userId: user.id, isDeactivated: isDeactivated(user) }
}

export type Standing = { is_active: boolean; is_demonstration: boolean }

/** Inactive, or a demonstration account in production (D48, D73). */
export function isDeactivated({ is_active, is_demonstration }: Standing): boolean {
  return !is_active || (is_demonstration && env.APP_ENV === 'production')
}

/** Also of deactivated accounts. */
export async function findUserIdByEmail(email: string): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst()
  return user?.id
}

/** What the password must not contain (D72). */
export async function findPasswordOwner(userId: number): Promise<PasswordOwner> {
  const { name, companyName, ...user } = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['email', 'is_staff', 'is_superuser', 'name', 'company_name as companyName'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { email: user.email, names: [name, companyName], isStaff: isStaff(user) }
}

/** Staff and superusers (D50). */
export function isStaff(user: { is_staff: boolean; is_superuser: boolean }): boolean {
  return user.is_staff || user.is_superuser
}

/** Locked until the transaction ends; null for unknown or deactivated accounts. */
export async function lockUserByEmail(trx: Trx, email: string): Promise<number | null> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'is_active', 'is_demonstration'])
    .where('email', '=', normaliseEmail(email))
    .forUpdate()
    .executeTakeFirst()
  return user && !isDeactivated(user) ? user.id : null
}

/** Locked until the transaction ends, which serialises changes of an account. */
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

/** User, profile and addresses; without a password until its owner sets one by a link. Throws EmailTaken (D55). */
export async function createAccount(
  trx: Trx,
  account: {
    email: string
    passwordHash: string | null
    identity: Identity
    billing: Address | null
    shipping: Address | null
  },
): Promise<{ userId: number; profileId: number }> {
  const userId = await insertUser(trx, account.email, account.passwordHash)
  const billingId = account.billing && (await insertAddress(trx, account.billing))
  const shippingId = account.shipping && (await insertAddress(trx, account.shipping))
  const { identity } = account
  const profile = await trx
    .insertInto('profiles')
    .values({
      user_id: userId,
      is_company: identity.isCompany,
      name: identity.name,
      company_name: identity.companyName,
      cpf: identity.cpf,
      cnpj: identity.cnpj,
      ie: identity.ie,
      phone: identity.phone,
      billing_address_id: billingId,
      shipping_address_id: shippingId,
    })
    .executeTakeFirstOrThrow()
  const profileId = Number(profile.insertId)
  await indexPeople(trx, [profileId])
  return { userId, profileId }
}

type Contact = { phone?: string; billing?: Address; shipping?: Address | null }
type ContactChange = { userId: number; profileId: number; action: string }

/** Omitted fields stay, `shipping` null removes it; locked fields are not touched (D54). Recorded (F100). */
export async function changeContact(
  trx: Trx,
  { userId, profileId, action }: ContactChange,
  contact: Contact,
) {
  const { phone, billing, shipping } = contact
  const before = await readContact(trx, profileId)
  if (billing)
    await replaceAddresses(trx, profileId, { billing, ...(shipping === undefined ? {} : { shipping }) })
  if (phone !== undefined)
    await trx.updateTable('profiles').set({ phone }).where('id', '=', profileId).execute()
  await indexPeople(trx, [profileId])
  await countSave(trx, 'profiles', profileId)
  const entry = { entity: 'user', entityId: userId, actorUserId: userId, action } as const
  await recordChange(trx, { ...entry, before, after: await readContact(trx, profileId) })
}

/** Locks the profile's row until the transaction ends. */
async function readContact(trx: Trx, profileId: number) {
  const { phone, ...ids } = await trx
    .selectFrom('profiles')
    .select(['phone', 'billing_address_id', 'shipping_address_id'])
    .where('id', '=', profileId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { billing, shipping } = await findAddresses(ids, trx)
  return { phone, billing: addressLine(billing), shipping: addressLine(shipping) }
}

export async function findCheckoutProfile(profileId: number) {
  const profile = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select([
      'is_company as isCompany',
      'name',
      'company_name as companyName',
      'cpf',
      'cnpj',
      'ie',
      'phone',
      'email',
      'billing_address_id',
      'shipping_address_id',
    ])
    .where('profiles.id', '=', profileId)
    .executeTakeFirstOrThrow()
  const { billing_address_id, shipping_address_id, ...identity } = profile
  return { ...identity, ...(await findAddresses({ billing_address_id, shipping_address_id })) }
}

type AddressIds = { billing_address_id: number | null; shipping_address_id: number | null }

export async function findAddresses(ids: AddressIds, reader: DbOrTrx = db) {
  const [billing, shipping] = await Promise.all([
    findAddress(ids.billing_address_id, reader),
    findAddress(ids.shipping_address_id, reader),
  ])
  return { billing, shipping }
}

/** Undefined while no address is known. */
export async function findBillingAddress(trx: Trx, profileId: number): Promise<Address | undefined> {
  const { billing_address_id } = await trx
    .selectFrom('profiles')
    .select('billing_address_id')
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  return findAddress(billing_address_id, trx)
}

function findAddress(id: number | null, reader: DbOrTrx = db): Promise<Address | undefined> {
  return reader
    .selectFrom('addresses')
    .select(['zip_code', 'street', 'number', 'complement', 'province', 'city', 'state'])
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
}

async function insertUser(trx: Trx, email: string, passwordHash: string | null): Promise<number> {
  try {
    const user = await trx
      .insertInto('users')
      .values({ email: normaliseEmail(email), password_hash: passwordHash })
      .executeTakeFirstOrThrow()
    return Number(user.insertId)
  } catch (error) {
    throw isDuplicate(error) ? new EmailTaken() : error
  }
}
