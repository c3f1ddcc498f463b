import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { attachVersion } from '#app/api/version.server.ts'
import {
  describePage,
  makeListQuery,
  makeRecordListSchema,
  parseOrdering,
  recordOrderings,
  toListPlace,
  toRecordFilter,
} from '#app/api/wire/lists.ts'
import { profileWire, toWireProfile } from '#app/api/wire/profile.ts'
import { idPath } from '#app/api/wire/values.ts'
import { canSeeLink, isStaffAccount } from '#app/domain/accounts/roles.ts'
import { isProofFresh } from '#app/domain/accounts/second-factor.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { revealPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import {
  findProfileOnWire,
  listProfilesOnWire,
  listUsers,
  type ProfileRow,
} from '#app/models/accounts/user-list.server.ts'
import { makeRecordCondition } from '#app/models/platform/record-list.server.ts'

const tag = 'Perfis'

export const listProfiles = defineOperation({
  id: 'listProfiles',
  method: 'GET',
  path: '/profile/',
  tag,
  summary: 'Listar perfis',
  description:
    'A equipe vê todos e busca por nome, empresa, e-mail, documento, telefone ou CEP. Clientes veem só o próprio.',
  access: 'customer',
  scope: 'people:read',
  query: makeListQuery([...recordOrderings, 'name', '-name']),
  success: { status: 200, description: 'Uma página da lista', schema: makeRecordListSchema(profileWire) },
  async handle({ query }, call) {
    const { isStaff, profileId } = requireApiViewer(call)
    const filter = { ...toRecordFilter(query), ownProfileId: isStaff ? undefined : profileId }
    const list = await listUsers(
      {
        ...toListPlace(query),
        ...parseOrdering(query.ordering, ['id', 'updated_at', 'name']),
        search: isStaff ? query.search : '',
        status: undefined,
        condition: makeRecordCondition('profiles', filter),
      },
      query.limit,
    )
    const rows = await listProfilesOnWire(list.rows.map(({ id }) => id))
    return { ...describePage(query, list), results: rows.map((row) => toWireProfile(row)) }
  },
})

export const getProfile = defineOperation({
  id: 'getProfile',
  method: 'GET',
  path: '/profile/{id}/',
  tag,
  summary: 'Ver um perfil',
  description:
    'Clientes veem só o próprio. Com um link aberto para nova senha, a equipe recebe temp_hash, e o histórico anota que o viu; chaves de programas nunca o recebem.',
  access: 'customer',
  scope: 'people:read',
  params: idPath,
  isVersioned: true,
  success: { status: 200, description: 'O perfil', schema: profileWire },
  async handle({ params }, call) {
    const row = await requireVisibleProfile(params.id, call)
    return attachVersion(toWireProfile(row, await revealLinkToken(row, call)), row.lock_version)
  },
})

/**
 * Returns a profile that the caller may read: staff any, customers their own. Otherwise throws ApiError 404.
 */
export async function requireVisibleProfile(idText: string, call: Call): Promise<ProfileRow> {
  const { isStaff, profileId } = requireApiViewer(call)
  const id = parseId(idText)
  const row = id && (isStaff || id === profileId) ? await findProfileOnWire(id) : undefined
  if (!row) throw new ApiError(404)
  return row
}

/**
 * Returns the token of the password link and records that staff saw it (D127). Returns null if the viewer may not see
 * the link. Links of staff accounts require a recent identity check (D125).
 */
async function revealLinkToken(row: ProfileRow, call: Call): Promise<string | null> {
  const viewer = requireApiViewer(call)
  const account = { userId: row.userId, isStaff: row.is_staff, isSuperuser: row.is_superuser }
  if (!viewer.isStaff || call.caller?.keyId !== null || !canSeeLink(account, viewer)) return null
  if (isStaffAccount(account) && !isProofFresh(viewer.provedAt, new Date())) return null
  const link = await revealPasswordLink(row.userId, viewer.userId)
  if (!link) return null
  await recordSecurity(call.args, 'link-shown', { userId: viewer.userId, accountId: row.userId })
  return link.token
}
