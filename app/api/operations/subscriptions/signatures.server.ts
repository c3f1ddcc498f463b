import type { z } from 'zod'
import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { attachVersion } from '#app/api/version.server.ts'
import { subscriptionStatusesFilter, subscriptionStatusFilter } from '#app/api/wire/codes.ts'
import {
  describePage,
  makeListQuery,
  makeRecordListSchema,
  parseOrdering,
  profileFilter,
  recordOrderings,
  toListPlace,
  toRecordFilter,
} from '#app/api/wire/lists.ts'
import { signatureWire, toWireSignature } from '#app/api/wire/signature.ts'
import { idPath, idText } from '#app/api/wire/values.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId } from '#app/http/list-params.ts'
import { makeRecordCondition } from '#app/models/platform/record-list.server.ts'
import { listUnitIds } from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { listOwnUnitIds } from '#app/models/subscriptions/subscription.server.ts'
import { readSubscriptions } from '#app/models/subscriptions/subscription-wire.server.ts'

const clientOrdering = 'profile__name,profile__company_name'

const signatureListQuery = makeListQuery([...recordOrderings, '-due', 'due', clientOrdering]).extend({
  status: subscriptionStatusFilter,
  status__in: subscriptionStatusesFilter,
  publication__id: idText.optional(),
  ...profileFilter,
})

export const listSignatures = defineOperation({
  id: 'listSignatures',
  method: 'GET',
  path: '/signature/',
  tag: 'Assinaturas',
  summary: 'Listar publicações compradas',
  description: `O cliente vê as suas, qualquer que seja o e-mail em \`search\`; a equipe, todas. A ordem \`${clientOrdering}\` vale para a equipe, junto de \`publication__id\`.`,
  access: 'customer',
  scope: 'signatures:read',
  query: signatureListQuery,
  success: { status: 200, description: 'Uma página da lista', schema: makeRecordListSchema(signatureWire) },
  async handle({ query }, call) {
    const list = await listMatchingIds(query, call)
    const ids = list.rows.map(({ id }) => id)
    return { ...describePage(query, list), results: await loadWireSignatures(ids, call) }
  },
})

function listMatchingIds(query: z.output<typeof signatureListQuery>, call: Call) {
  const { isStaff, profileId } = requireApiViewer(call)
  const { ordering, search, limit, status, status__in: statuses, publication__id: publicationId } = query
  const condition = makeRecordCondition('subscriptions', toRecordFilter(query))
  const today = toCivilDate(new Date())
  const filter = { ...toListPlace(query), status, statuses, publicationId, condition, today }
  if (ordering === clientOrdering) {
    if (!isStaff || publicationId === undefined)
      throw makeFieldError(
        'ordering',
        `A ordem ${clientOrdering} vale junto de publication__id`,
        'invalid_choice',
      )
    return listUnitIds({ ...filter, search, perPage: limit, sort: 'client', direction: 'ascending' })
  }
  const parsedOrdering = parseOrdering(ordering, ['id', 'updated_at', 'due'])
  if (isStaff) return listUnitIds({ ...filter, ...parsedOrdering, search, perPage: limit })
  const searchWithoutEmail = search.includes('@') ? '' : search
  return listOwnUnitIds({ ...filter, ...parsedOrdering, profileId, search: searchWithoutEmail }, limit)
}

export const getSignature = defineOperation({
  id: 'getSignature',
  method: 'GET',
  path: '/signature/{id}/',
  tag: 'Assinaturas',
  summary: 'Ver uma publicação comprada',
  access: 'customer',
  scope: 'signatures:read',
  params: idPath,
  isVersioned: true,
  success: { status: 200, description: 'A publicação comprada', schema: signatureWire },
  async handle({ params }, call) {
    return requireSignature(parseId(params.id), call)
  },
})

/** Returns the subscription. Throws ApiError 404, also if it belongs to another customer (D49). */
export async function requireSignature(id: number | undefined, call: Call) {
  const [signature] = id === undefined ? [] : await loadWireSignatures([id], call)
  if (!signature) throw new ApiError(404)
  return signature
}

async function loadWireSignatures(ids: readonly number[], call: Call) {
  const { isStaff, profileId } = requireApiViewer(call)
  const today = toCivilDate(new Date())
  const units = await readSubscriptions(ids, today, isStaff ? undefined : profileId)
  return units.map((unit) =>
    attachVersion(toWireSignature(unit, { isForStaff: isStaff, profileId, today }), unit.lock_version),
  )
}
