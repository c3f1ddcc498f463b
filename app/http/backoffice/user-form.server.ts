import { type AccountPart, listMissingParts } from '#app/domain/accounts/account-parts.ts'
import { toIdentity } from '#app/domain/accounts/identity.ts'
import { type ActingAccount, getAccountChangeRights } from '#app/domain/accounts/roles.ts'
import { getMaxIeLength } from '#app/domain/accounts/state-registration.ts'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import type { UserFields, UserShape } from '#app/forms/user.ts'
import { getSavedFields } from '#app/http/checkout/checkout-draft.server.ts'
import { loadConflict } from '#app/http/conflict.server.ts'
import { findOpenDeletion } from '#app/models/accounts/deletion-request.server.ts'
import { findOpenLinkExpiry } from '#app/models/accounts/password-reset.server.ts'
import { listSameDocumentAccounts } from '#app/models/accounts/same-document.server.ts'
import { EmailTaken } from '#app/models/accounts/user.server.ts'
import {
  changeUser,
  createUser,
  findUserForStaff,
  RoleRefused,
  type StaffUser,
  type UserForm,
} from '#app/models/accounts/user-edit.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'
import {
  formatRoleRefusal,
  formatYesNo,
  toIdentityTexts,
  userLabels,
} from '#app/text/accounts/user-labels.ts'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

type Texts = Record<string, string>

/** Returns the form's initial texts by field name. A new user is active. */
export function getUserTexts(user: StaffUser | undefined): Texts {
  if (!user) return { person_or_company: '0', ship_elsewhere: 'off', is_active: 'on' }
  const { 'buyer.phone': _, ...addresses } = getSavedFields({}, user)
  const { isCompany, isActive, isPartner, isStaff, isSuperuser } = user
  const { ie, phone, ...texts } = toIdentityTexts(user)
  return {
    ...addresses,
    ...texts,
    ie: isCompany ? ie : '',
    rural_ie: isCompany ? '' : ie,
    contributor: user.contributor ?? '',
    phone,
    email: user.email,
    is_active: isActive ? 'on' : '',
    is_partner: isPartner ? 'on' : '',
    is_staff: isStaff ? 'on' : '',
    is_superuser: isSuperuser ? 'on' : '',
  }
}

/** Returns the shape that the schema needs: it depends on the sent choices, the actor's rights and the stored data. */
export async function getUserShape(
  form: FormData,
  user: StaffUser | undefined,
  actor: ActingAccount,
): Promise<UserShape> {
  const { ieMaxLength } = await getShopRules()
  const isTicked = (name: string) => form.get(name) === 'on'
  const isNewStaff = !user && actor.isSuperuser && (isTicked('is_staff') || isTicked('is_superuser'))
  const optionalForNewUser: AccountPart[] = isNewStaff ? ['cpf', 'phone', 'billing'] : []
  const optionalParts = user ? listMissingParts(user) : optionalForNewUser
  const isCompany = form.get('person_or_company') === '1'
  return {
    isCompany,
    shipsElsewhere: isTicked('ship_elsewhere'),
    hasEmail: getAccountChangeRights(user, actor).email,
    omittedParts: optionalParts.filter((part) => isBlank(form, part)),
    ieMaxLength: getMaxIeLength(form.get('billing.state'), ieMaxLength, { isPerson: !isCompany }),
  }
}

function isBlank(form: FormData, part: AccountPart): boolean {
  const partFields = [...form].filter(([name]) => name === part || name.startsWith(`${part}.`))
  return partFields.every(([, text]) => String(text).trim() === '')
}

type UserSave = {
  user: StaffUser | undefined
  fields: UserFields
  isCompany: boolean
  seenVersion: number
  actor: ActingAccount
  sent: Record<string, unknown>
}

/** The errors or the conflict of a save. `lock_version` is the version for the next save. */
export type SaveFailure = {
  status: number
  fieldErrors?: Record<string, string[]>
  formErrors?: string[]
  conflict?: Conflict
  lock_version?: number
  saved?: Texts
}

/** Saves a user. Returns the profile's id or the failure; undefined for a removed account. */
export async function saveUser(save: UserSave): Promise<number | SaveFailure | undefined> {
  const { user, seenVersion, actor } = save
  const form = toUserForm(save)
  try {
    if (!user) return await createUser(form, actor)
    return (await changeUser(user.id, { form, seenVersion, actor })) ? user.id : undefined
  } catch (error) {
    if (error instanceof EmailTaken) return { status: 400, fieldErrors: { email: [messages.emailKnown] } }
    if (error instanceof RoleRefused)
      return { status: 400, fieldErrors: formatRoleRefusal(error.reason, error.fields) }
    if (error instanceof StaleRecordError && user) return findSaveConflict(user.id, save)
    throw error
  }
}

/** Returns the conflict of the stored and the typed texts, or the profile's id if they are equal. */
async function findSaveConflict(id: number, save: UserSave): Promise<number | SaveFailure | undefined> {
  const storedUser = await findUserForStaff(id)
  if (!storedUser) return undefined
  const saved = getUserTexts(storedUser)
  const conflict = await loadConflict(
    { entity: 'user', id: storedUser.userId },
    {
      labels: userLabels,
      stored: toReadableTexts(saved),
      typed: toReadableTexts(toTypedTexts(storedUser, save)),
      sent: save.sent,
      saved,
    },
  )
  if (conflict.fields.length === 0) return id
  const { lock_version } = storedUser
  return { status: 409, formErrors: [specTexts.userNotSaved], conflict, lock_version, saved }
}

/** Returns the texts that a save would store. Fields that the actor may not set are unchanged. */
function toTypedTexts(storedUser: StaffUser, save: UserSave): Texts {
  const { identity, billing, shipping, ...form } = toUserForm(save)
  const rights = getAccountChangeRights(storedUser, save.actor)
  const { email, isActive, isStaff, isSuperuser } = storedUser
  return getUserTexts({
    ...storedUser,
    ...form,
    ...identity,
    billing: billing ?? undefined,
    shipping: shipping ?? undefined,
    ...(rights.email ? {} : { email }),
    ...(rights.active ? {} : { isActive }),
    ...(rights.roles ? {} : { isStaff, isSuperuser }),
  })
}

function toReadableTexts(texts: Texts): Texts {
  const isSwitch = (name: string) => name.startsWith('is_')
  const readableTexts = Object.entries(texts).map(([name, text]) => [
    name,
    isSwitch(name) ? formatYesNo(text === 'on') : text,
  ])
  return {
    ...Object.fromEntries(readableTexts),
    person_or_company: formatYesNo(texts.person_or_company === '1'),
  }
}

function toUserForm({ fields, isCompany, user }: UserSave): UserForm {
  return {
    identity: toIdentity(isCompany, fields),
    email: fields.email ?? user?.email ?? '',
    billing: fields.billing ?? null,
    shipping: fields.shipping ?? null,
    isActive: fields.is_active,
    isPartner: fields.is_partner,
    contributor: fields.contributor,
    isStaff: fields.is_staff,
    isSuperuser: fields.is_superuser,
  }
}

function formatEmailRefusal(refusedAt: Date, code: string | null): string {
  return `${formatDateTime(refusedAt)}${code ? `, código ${code}` : ''}`
}

export async function findUserFormData(user: StaffUser) {
  const [deletion, link, sameDocument, history] = await Promise.all([
    findOpenDeletion(user.userId),
    findOpenLinkExpiry(user.userId),
    listSameDocumentAccounts(user),
    listHistoryForStaff('user', user.userId),
  ])
  return {
    emailRefusal: user.emailRefusedAt && formatEmailRefusal(user.emailRefusedAt, user.emailRefusalCode),
    deletionAt: deletion ? formatDateTime(deletion.dueAt) : null,
    linkUntil: link ? formatDateTime(link) : null,
    sameDocument,
    history: formatHistoryLines(history),
  }
}
