import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { requireVisibleProfile } from '#app/api/operations/accounts/profiles.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { attachVersion, requireMatch } from '#app/api/version.server.ts'
import { buildForm, makeFormError, parseForm } from '#app/api/wire/form.ts'
import { type ProfileBody, profileBody, profileWire, toWireProfile } from '#app/api/wire/profile.ts'
import { getProfileField, toAddressForm, toIdentityForm, toUserForm } from '#app/api/wire/profile-form.ts'
import { idPath } from '#app/api/wire/values.ts'
import { getAccountChangeRights } from '#app/domain/accounts/roles.ts'
import { isProofFresh, proofMinutes } from '#app/domain/accounts/second-factor.ts'
import { getMaxIeLength } from '#app/domain/accounts/state-registration.ts'
import { makeContactChangesSchema } from '#app/forms/account.ts'
import { makeAccountSchema } from '#app/forms/checkout.ts'
import { makeUserSchema } from '#app/forms/user.ts'
import { getUserShape, saveUser } from '#app/http/backoffice/user-form.server.ts'
import { limitNewAccount } from '#app/http/checkout/checkout-limits.server.ts'
import { makeNewBuyer } from '#app/http/checkout/new-buyer.server.ts'
import { changePhoneAndAddresses, createAccountWithoutOrder } from '#app/models/accounts/account.server.ts'
import { EmailTaken, type Viewer } from '#app/models/accounts/user.server.ts'
import { changeUser, findUserForStaff, RoleRefused } from '#app/models/accounts/user-edit.server.ts'
import { findProfileOnWire, type ProfileRow } from '#app/models/accounts/user-list.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'
import { formatRoleRefusal } from '#app/text/accounts/user-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'

const tag = 'Perfis'

export const createProfile = defineOperation({
  id: 'createProfile',
  method: 'POST',
  path: '/profile/',
  tag,
  summary: 'Criar um perfil',
  description:
    'Sem token cria a própria conta, com user.email e user.password, como o fechamento do pedido. A equipe cria contas sem senha, como na tela de usuários.',
  access: 'anyone',
  scope: 'people:write',
  isCreating: true,
  acceptsOwnResponse: true,
  isVersioned: true,
  body: profileBody,
  success: { status: 201, description: 'O perfil criado', schema: profileWire },
  async handle({ body }, call) {
    const viewer = call.caller?.viewer
    if (viewer && !viewer.isStaff) throw new ApiError(403)
    rejectAmbiguousCompany(body)
    const id = viewer ? await saveAsStaff(body, getActor(call)) : await createOwnProfile(body, call)
    return loadProfileResponse(id)
  },
})

export const updateProfile = defineOperation({
  id: 'updateProfile',
  method: 'PUT',
  path: '/profile/{id}/',
  tag,
  summary: 'Alterar um perfil',
  description: `O que não é enviado fica como está. Clientes alteram o próprio telefone e os próprios endereços; o resto é ignorado. A equipe altera tudo; is_staff e is_superuser só administradores, com o seu próprio token, até ${spellNumber(proofMinutes)} minutos depois de entrar: a chave de um programa não muda papéis nem contas da equipe.`,
  access: 'customer',
  scope: 'people:write',
  acceptsOwnResponse: true,
  isVersioned: true,
  params: idPath,
  body: profileBody,
  success: { status: 200, description: 'O perfil alterado', schema: profileWire },
  async handle({ params, body }, call) {
    const viewer = requireApiViewer(call)
    const storedProfile = await requireVisibleProfile(params.id, call)
    const seenVersion = requireMatch(call, storedProfile.lock_version)
    if (viewer.isStaff) rejectAmbiguousCompany(body, storedProfile)
    if (viewer.isStaff) await saveAsStaff(body, getActor(call), storedProfile)
    else await saveOwnProfile(body, storedProfile, seenVersion)
    return loadProfileResponse(storedProfile.id)
  },
})

export const deleteProfile = defineOperation({
  id: 'deleteProfile',
  method: 'DELETE',
  path: '/profile/{id}/',
  tag,
  summary: 'Desativar um perfil',
  description: `Como na tela de usuários: a conta fica inativa e suas sessões terminam; pedidos e assinaturas permanecem, e a equipe pode reativá-la. Contas da equipe, só administradores com o seu próprio token, até ${spellNumber(proofMinutes)} minutos depois de entrar. Clientes pedem a exclusão em “Minha conta”.`,
  access: 'staff',
  scope: 'people:write',
  isVersioned: true,
  params: idPath,
  success: { status: 204, description: 'Desativado' },
  async handle({ params }, call) {
    const actor = getActor(call)
    const { id } = await requireVisibleProfile(params.id, call)
    const user = await findUserForStaff(id)
    if (!user || user.isRemoved) throw new ApiError(404)
    if (!getAccountChangeRights(user, actor).active) throw new ApiError(403)
    requireMatch(call, user.lock_version)
    const { email, isPartner, isStaff, isSuperuser, billing = null, shipping = null } = user
    const form = {
      identity: user,
      email,
      isPartner,
      isStaff,
      isSuperuser,
      billing,
      shipping,
      isActive: false,
    }
    await changeUser(id, { form, seenVersion: user.lock_version, actor }).catch(throwRoleError)
  },
})

/** Throws ApiError 400 for company data without person_or_company, because a person's profile would lose them. */
function rejectAmbiguousCompany(body: ProfileBody, storedProfile?: ProfileRow): void {
  const isKindSent = typeof body.person_or_company === 'boolean'
  if (isKindSent || storedProfile?.is_company) return
  const changesCompany =
    isOtherText(body.cnpj, storedProfile?.cnpj) || isOtherText(body.company_name, storedProfile?.company_name)
  if (changesCompany)
    throw makeFieldError(
      'person_or_company',
      'Há dados de empresa: mande 1 para empresa ou 0 para pessoa',
      'required',
    )
}

function isOtherText(sentText: string | null | undefined, storedText: string | null | undefined): boolean {
  return Boolean(sentText?.trim()) && sentText !== storedText
}

/**
 * Returns the viewer with the rights for changes. Only an administrator who logged in within the last
 * `proofMinutes` may assign roles. A program never may, even if an administrator created its key (D50, D125).
 */
function getActor(call: Call): Viewer {
  const viewer = requireApiViewer(call)
  const isProvedPerson = call.caller?.keyId === null && isProofFresh(viewer.provedAt, new Date())
  return isProvedPerson ? viewer : { ...viewer, isSuperuser: false }
}

async function createOwnProfile(body: ProfileBody, call: Call): Promise<number> {
  const { email, password } = body.user ?? {}
  const buyer = { ...toIdentityForm(body), email: email ?? undefined, password }
  const buyerFields = Object.entries(buyer).map(([name, text]) => [`buyer.${name}`, text])
  const form = buildForm({
    ...Object.fromEntries(buyerFields),
    ...toAddressForm('billing', body.billing_address),
    ...toAddressForm('shipping', body.shipping_address),
  })
  const { ieMaxLength } = await getShopRules()
  const formShape = {
    isCompany: body.person_or_company === true,
    shipsElsewhere: Boolean(body.shipping_address),
    ieMaxLength: getMaxIeLength(body.billing_address?.state, ieMaxLength, {
      isPerson: body.person_or_company !== true,
    }),
  }
  const account = parseForm(makeAccountSchema(formShape), form, getProfileField)
  const { billing, shipping = null } = account
  try {
    const attemptKey = { email: account.buyer.email, form: call.idempotencyKey ?? undefined }
    const rejection = await limitNewAccount(call.args.context, attemptKey)
    if (rejection) throw new ApiError(429, rejection)
    const newBuyer = await makeNewBuyer(account.buyer)
    const { profileId } = await createAccountWithoutOrder({ ...newBuyer, billing, shipping })
    return profileId
  } catch (error) {
    throw error instanceof EmailTaken
      ? makeFieldError('user.email', messages.emailKnown, 'email_taken')
      : error
  }
}

async function saveAsStaff(body: ProfileBody, actor: Viewer, storedProfile?: ProfileRow): Promise<number> {
  const user = storedProfile && (await findUserForStaff(storedProfile.id))
  const form = buildForm(toUserForm(body, storedProfile))
  const fields = parseForm(makeUserSchema(await getUserShape(form, user, actor)), form, getProfileField)
  const isCompany = form.get('person_or_company') === '1'
  // If-Match was compared with this version. If the record has changed since then, saveUser rejects the change.
  const seenVersion = storedProfile?.lock_version ?? 0
  const savedUser = await saveUser({ user, fields, isCompany, seenVersion, actor, sent: {} })
  if (typeof savedUser === 'number') return savedUser
  if (!savedUser) throw new ApiError(404)
  throw savedUser.status === 409
    ? new StaleRecordError()
    : makeFormError(savedUser.fieldErrors ?? {}, getProfileField)
}

async function saveOwnProfile(
  body: ProfileBody,
  storedProfile: ProfileRow,
  seenVersion: number | undefined,
): Promise<void> {
  const owner = { userId: storedProfile.userId, profileId: storedProfile.id }
  const form = toUserForm(body, storedProfile)
  const schema = makeContactChangesSchema({
    hasPhone: typeof body.phone === 'string',
    hasAddresses: Boolean(body.billing_address) || body.shipping_address !== undefined,
    shipsElsewhere: form.ship_elsewhere === 'on',
  })
  const { phone, billing, shipping = null } = parseForm(schema, buildForm(form), getProfileField)
  await changePhoneAndAddresses(owner, { phone, addresses: billing && { billing, shipping } }, seenVersion)
}

async function loadProfileResponse(id: number) {
  const row = await findProfileOnWire(id)
  if (!row) throw new ApiError(404)
  return attachVersion(toWireProfile(row), row.lock_version)
}

function throwRoleError(error: unknown): never {
  if (!(error instanceof RoleRefused)) throw error
  throw makeFormError(formatRoleRefusal(error.reason, error.fields), getProfileField)
}
