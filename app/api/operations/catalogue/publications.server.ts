import { type Call, defineOperation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { attachVersion } from '#app/api/version.server.ts'
import {
  describePage,
  makeDateFilters,
  makeListQuery,
  makeRecordListSchema,
  parseCursor,
  recordOrderings,
  toRecordFilter,
} from '#app/api/wire/lists.ts'
import { publicationWire, toWirePublication } from '#app/api/wire/publication.ts'
import { idPath } from '#app/api/wire/values.ts'
import { parseId } from '#app/http/list-params.ts'
import {
  findPublicationOnWire,
  listPublicationsOnWire,
} from '#app/models/catalogue/publication-wire.server.ts'
import { makeRecordCondition } from '#app/models/platform/record-list.server.ts'

const publicationListQuery = makeListQuery([
  ...recordOrderings,
  'name',
  '-name',
  'date',
  '-date',
  'price',
  '-price',
]).extend(makeDateFilters('date'))

export const listPublications = defineOperation({
  id: 'listPublications',
  method: 'GET',
  path: '/publication/',
  tag: 'Publicações',
  summary: 'Listar publicações',
  description: 'À venda; a equipe vê também as inativas.',
  access: 'anyone',
  scope: 'catalogue:read',
  query: publicationListQuery,
  success: { status: 200, description: 'Uma página da lista', schema: makeRecordListSchema(publicationWire) },
  async handle({ query }, call) {
    const isForStaff = isStaff(call)
    const withFiles = isForStaff || call.caller?.viewer.isPartner === true
    const { page, limit, search, ordering } = query
    const condition = makeRecordCondition('publications', toRecordFilter(query), 'date')
    const listQuery = {
      page,
      limit,
      search,
      ordering,
      after: parseCursor(query),
      condition,
      isForStaff,
      withFiles,
    }
    const list = await listPublicationsOnWire(listQuery)
    return {
      ...describePage(query, list),
      results: list.rows.map((row) => toWirePublication(row, call.caller?.viewer)),
    }
  },
})

export const getPublication = defineOperation({
  id: 'getPublication',
  method: 'GET',
  path: '/publication/{id}/',
  tag: 'Publicações',
  summary: 'Ver uma publicação',
  access: 'anyone',
  scope: 'catalogue:read',
  params: idPath,
  isVersioned: true,
  success: { status: 200, description: 'A publicação', schema: publicationWire },
  async handle({ params }, call) {
    const id = parseId(params.id)
    const row = id && (await findPublicationOnWire(id, isStaff(call)))
    if (!row) throw new ApiError(404)
    return attachVersion(toWirePublication(row, call.caller?.viewer), row.lock_version)
  },
})

function isStaff({ caller }: Call): boolean {
  return caller?.viewer.isStaff === true
}
