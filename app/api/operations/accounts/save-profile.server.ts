import { type Call, operation, requireApiViewer } from '#app/api/operation.server.ts'
import { visibleProfile } from '#app/api/operations/accounts/profiles.server.ts'
import { ApiError, fieldError } from '#app/api/problem.server.ts'
import { requireMatch, withVersion } from '#app/api/version.server.ts'
import { buildForm, formError, parseForm } from '#app/api/wire/form.ts'
import { type ProfileBody, profileBody, profileWire, toWireProfile } from '#app/api/wire/profile.ts'
import { addressForm, identityForm, profileField, userForm } from '#app/api/wire/profile-form.ts'
import { onePath } from '#app/api/wire/values.ts'
import { mayChange } from '#app/domain/accounts/roles.ts'
import { isProofFresh, proofMinutes } from '#app/domain/accounts/second-factor.ts'
import { maxIeLength } from '#app/domain/accounts/state-registration.ts'
import { contactChangesSchema } from '#app/forms/account.ts'
import { accountSchema } from '#app/forms/checkout.ts'
import { userSchema } from '#app/forms/user.ts'
import { saveUser, userShape } from '#app/http/backoffice/user-form.server.ts'
import { limitNewAccount } from '#app/http/checkout/checkout-limits.server.ts'
import { newBuyer } from '#app/http/checkout/new-buyer.server.ts'
import { changePhoneAndAddresses, openAccount } from '#app/models/accounts/account.server.ts'
import { EmailTaken, type Viewer } from '#app/models/accounts/user.server.ts'
import { changeUser, findUserForStaff, RoleRefused } from '#app/models/accounts/user-edit.server.ts'
import { findProfileOnWire, type ProfileRow } from '#app/models/accounts/user-list.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'
import { refusalLabels } from '#app/text/accounts/user-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'

const tag = 'Perfis'

export const createProfile = operation({
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
  acceptsAnswer: true,
  isVersioned: true,
  body: profileBody,
  success: { status: 201, description: 'O perfil criado', schema: profileWire },
  async handle({ body }, call) {
    const viewer = call.caller?.viewer
    if (viewer && !viewer.isStaff) throw new ApiError(403)
    rejectUnsaidCompany(body)
    const id = viewer ? await saveAsStaff(body, getActor(call)) : await createOwn(body, call)
    return loadAnswer(id)
  },
})

export const updateProfile = operation({
  id: 'updateProfile',
  method: 'PUT',
  path: '/profile/{id}/',
  tag,
  summary: 'Alterar um perfil',
  description: `O que não é enviado fica como está. Clientes alteram o próprio telefone e os próprios endereços; o resto é ignorado. A equipe altera tudo; is_staff e is_superuser só administradores, com o seu próprio token, até ${spellNumber(proofMinutes)} minutos depois de entrar: a chave de um programa não muda papéis nem contas da equipe.`,
  access: 'customer',
  scope: 'people:write',
  acceptsAnswer: true,
  isVersioned: true,
  params: onePath,
  body: profileBody,
  success: { status: 200, description: 'O perfil alterado', schema: profileWire },
  async handle({ params, body }, call) {
    const viewer = requireApiViewer(call)
    const storedProfile = await visibleProfile(params.id, call)
    const seenVersion = requireMatch(call, storedProfile.lock_version)
    if (viewer.isStaff) rejectUnsaidCompany(body, storedProfile)
    if (viewer.isStaff) await saveAsStaff(body, getActor(call), storedProfile)
    else await saveOwn(body, storedProfile, seenVersion)
    return loadAnswer(storedProfile.id)
  },
})

export const deleteProfile = operation({
  id: 'deleteProfile',
  method: 'DELETE',
  path: '/profile/{id}/',
  tag,
  summary: 'Desativar um perfil',
  description: `Como na tela de usuários: a conta fica inativa e suas sessões terminam; pedidos e assinaturas permanecem, e a equipe pode reativá-la. Contas da equipe, só administradores com o seu próprio token, até ${spellNumber(proofMinutes)} minutos depois de entrar. Clientes pedem a exclusão em “Minha conta”.`,
  access: 'staff',
  scope: 'people:write',
  isVersioned: true,
  params: onePath,
  success: { status: 204, description: 'Desativado' },
  async handle({ params }, call) {
    const actor = getActor(call)
    const { id } = await visibleProfile(params.id, call)
    const user = await findUserForStaff(id)
    if (!user || user.isRemoved) throw new ApiError(404)
    if (!mayChange(user, actor).active) throw new ApiError(403)
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
    await changeUser(id, { form, seen: user.lock_version, actor }).catch(rejectRole)
  },
})

/** Throws ApiError 400 for company data without person_or_company, which a person's profile would drop. */
function rejectUnsaidCompany(body: ProfileBody, storedProfile?: ProfileRow): void {
  const isSaid = typeof body.person_or_company === 'boolean'
  if (isSaid || storedProfile?.is_company) return
  if (isOther(body.cnpj, storedProfile?.cnpj) || isOther(body.company_name, storedProfile?.company_name))
    throw fieldError(
      'person_or_company',
      'Há dados de empresa: mande 1 para empresa ou 0 para pessoa',
      'required',
    )
}

function isOther(sentText: string | null | undefined, storedText: string | null | undefined): boolean {
  return Boolean(sentText?.trim()) && sentText !== storedText
}

/**
 * Returns the actor. A program has the rights of staff, not of its key's creator. Administrators assign roles
 * themselves (D50), with a token of the last ten minutes, as on pages (D125).
 */
function getActor(call: Call): Viewer {
  const viewer = requireApiViewer(call)
  const isOwn = call.caller?.keyId === null && isProofFresh(viewer.provedAt, new Date())
  return isOwn ? viewer : { ...viewer, isSuperuser: false }
}

async function createOwn(body: ProfileBody, call: Call): Promise<number> {
  const { email, password } = body.user ?? {}
  const buyer = { ...identityForm(body), email: email ?? undefined, password }
  const names = Object.entries(buyer).map(([name, text]) => [`buyer.${name}`, text])
  const form = buildForm({
    ...Object.fromEntries(names),
    ...addressForm('billing', body.billing_address),
    ...addressForm('shipping', body.shipping_address),
  })
  const { ieMaxLength } = await getShopRules()
  const shape = {
    isCompany: body.person_or_company === true,
    shipsElsewhere: Boolean(body.shipping_address),
    ieMaxLength: maxIeLength(body.billing_address?.state, ieMaxLength, {
      isPerson: body.person_or_company !== true,
    }),
  }
  const account = parseForm(accountSchema(shape), form, profileField)
  const { billing, shipping = null } = account
  try {
    const attemptKey = { email: account.buyer.email, form: call.idempotencyKey ?? undefined }
    const many = await limitNewAccount(call.args.context, attemptKey)
    if (many) throw new ApiError(429, many)
    return (await openAccount({ ...(await newBuyer(account.buyer)), billing, shipping })).profileId
  } catch (error) {
    throw error instanceof EmailTaken ? fieldError('user.email', messages.emailKnown, 'email_taken') : error
  }
}

async function saveAsStaff(body: ProfileBody, actor: Viewer, storedProfile?: ProfileRow): Promise<number> {
  const user = storedProfile && (await findUserForStaff(storedProfile.id))
  const form = buildForm(userForm(body, storedProfile))
  const fields = parseForm(userSchema(await userShape(form, user, actor)), form, profileField)
  const isCompany = form.get('person_or_company') === '1'
  // If-Match was compared with this version. If the record changed since, the save is rejected.
  const seen = storedProfile?.lock_version ?? 0
  const savedUser = await saveUser({ user, fields, isCompany, seen, actor, sent: {} })
  if (typeof savedUser === 'number') return savedUser
  if (!savedUser) throw new ApiError(404)
  throw savedUser.status === 409
    ? new StaleRecordError()
    : formError(savedUser.fieldErrors ?? {}, profileField)
}

async function saveOwn(
  body: ProfileBody,
  storedProfile: ProfileRow,
  seenVersion: number | undefined,
): Promise<void> {
  const owner = { userId: storedProfile.userId, profileId: storedProfile.id }
  const form = userForm(body, storedProfile)
  const schema = contactChangesSchema({
    hasPhone: typeof body.phone === 'string',
    hasAddresses: Boolean(body.billing_address) || body.shipping_address !== undefined,
    shipsElsewhere: form.ship_elsewhere === 'on',
  })
  const { phone, billing, shipping = null } = parseForm(schema, buildForm(form), profileField)
  await changePhoneAndAddresses(owner, { phone, addresses: billing && { billing, shipping } }, seenVersion)
}

async function loadAnswer(id: number) {
  const row = await findProfileOnWire(id)
  if (!row) throw new ApiError(404)
  return withVersion(toWireProfile(row), row.lock_version)
}

function rejectRole(error: unknown): never {
  if (!(error instanceof RoleRefused)) throw error
  throw formError(refusalLabels(error.reason, error.fields), profileField)
}
