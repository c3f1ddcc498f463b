import type { z } from 'zod'
import { type Call, operation, viewerOf } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { subscriptionStatusesFilter, subscriptionStatusFilter } from '#app/api/wire/codes.ts'
import { listOf, listQuery } from '#app/api/wire/lists.ts'
import { signatureOf, signatureWire } from '#app/api/wire/signature.ts'
import { idText, onePath } from '#app/api/wire/values.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { idFrom } from '#app/http/list-params.ts'
import { listSubscriptionsForStaff } from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { listSubscriptions } from '#app/models/subscriptions/subscription.server.ts'
import { readSubscriptions } from '#app/models/subscriptions/subscription-wire.server.ts'

const byClient = 'profile__name,profile__company_name'
const orderings = ['-id', 'id', '-due', 'due', byClient] as const

const query = listQuery(orderings).extend({
  status: subscriptionStatusFilter,
  status__in: subscriptionStatusesFilter,
  publication__id: idText.optional(),
})

export const listSignatures = operation({
  id: 'listSignatures',
  method: 'GET',
  path: '/signature/',
  tag: 'Assinaturas',
  summary: 'Listar publicações compradas',
  description: `O cliente vê as suas, da mais nova para a mais antiga, qualquer que seja \`search\`; a equipe, todas. A ordem \`${byClient}\` vale junto de \`publication__id\`.`,
  access: 'customer',
  scope: 'signatures:read',
  query,
  success: { status: 200, description: 'Uma página da lista', schema: listOf(signatureWire) },
  async handle({ query: asked }, call) {
    const { rows, count, pages } = await findRows(asked, call)
    return {
      count,
      pages,
      results: await signaturesOnWire(
        rows.map(({ id }) => id),
        call,
      ),
    }
  },
})

function findRows(
  { page, limit, status, status__in: statuses, ...asked }: z.output<typeof query>,
  call: Call,
) {
  const { isStaff, profileId } = viewerOf(call)
  const { ordering, publication__id: publicationId } = asked
  const filter = { page, perPage: limit, status, statuses, publicationId, today: civilDateIn(new Date()) }
  if (!isStaff) {
    const search = asked.search.includes('@') ? '' : asked.search
    return listSubscriptions({ ...filter, profileId, search, order: 'newest' })
  }
  const isByClient = ordering === byClient && publicationId !== undefined
  const sort = isByClient ? 'client' : ordering.endsWith('due') ? 'due' : 'id'
  const isUp = ordering === 'id' || ordering === 'due' || isByClient
  const direction = isUp ? 'ascending' : 'descending'
  return listSubscriptionsForStaff({ ...filter, search: asked.search, sort, direction, counting: 'exact' })
}

export const getSignature = operation({
  id: 'getSignature',
  method: 'GET',
  path: '/signature/{id}/',
  tag: 'Assinaturas',
  summary: 'Ver uma publicação comprada',
  access: 'customer',
  scope: 'signatures:read',
  params: onePath,
  success: { status: 200, description: 'A publicação comprada', schema: signatureWire },
  async handle({ params }, call) {
    return oneSignature(idFrom(params.id), call)
  },
})

/** Throws ApiError 404, also for another customer's (D49). */
export async function oneSignature(id: number | undefined, call: Call) {
  const [signature] = id === undefined ? [] : await signaturesOnWire([id], call)
  if (!signature) throw new ApiError(404)
  return signature
}

async function signaturesOnWire(ids: readonly number[], call: Call) {
  const { isStaff, profileId } = viewerOf(call)
  const today = civilDateIn(new Date())
  const units = await readSubscriptions(ids, today, isStaff ? undefined : profileId)
  return units.map((unit) => signatureOf(unit, { isForStaff: isStaff, profileId, today }))
}
