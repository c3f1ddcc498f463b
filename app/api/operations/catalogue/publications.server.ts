import { type Call, operation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { withVersion } from '#app/api/version.server.ts'
import {
  dateFilters,
  describePage,
  listQuery,
  parseCursor,
  recordListSchema,
  recordOrderings,
  toRecordFilter,
} from '#app/api/wire/lists.ts'
import { publicationWire, toWirePublication } from '#app/api/wire/publication.ts'
import { onePath } from '#app/api/wire/values.ts'
import { idFrom } from '#app/http/list-params.ts'
import {
  findPublicationOnWire,
  listPublicationsOnWire,
} from '#app/models/catalogue/publication-wire.server.ts'
import { fitsRecord } from '#app/models/platform/record-list.server.ts'

const query = listQuery([...recordOrderings, 'name', '-name', 'date', '-date', 'price', '-price']).extend(
  dateFilters('date'),
)

export const listPublications = operation({
  id: 'listPublications',
  method: 'GET',
  path: '/publication/',
  tag: 'Publicações',
  summary: 'Listar publicações',
  description: 'À venda; a equipe vê também as inativas.',
  access: 'anyone',
  scope: 'catalogue:read',
  query,
  success: { status: 200, description: 'Uma página da lista', schema: recordListSchema(publicationWire) },
  async handle({ query: queryParams }, call) {
    const isForStaff = isStaff(call)
    const withFiles = isForStaff || call.caller?.viewer.isPartner === true
    const { page, limit, search, ordering } = queryParams
    const isWanted = fitsRecord('publications', toRecordFilter(queryParams), 'date')
    const found = {
      page,
      limit,
      search,
      ordering,
      after: parseCursor(queryParams),
      isWanted,
      isForStaff,
      withFiles,
    }
    const list = await listPublicationsOnWire(found)
    return {
      ...describePage(queryParams, list),
      results: list.rows.map((row) => toWirePublication(row, call.caller?.viewer)),
    }
  },
})

export const getPublication = operation({
  id: 'getPublication',
  method: 'GET',
  path: '/publication/{id}/',
  tag: 'Publicações',
  summary: 'Ver uma publicação',
  access: 'anyone',
  scope: 'catalogue:read',
  params: onePath,
  isVersioned: true,
  success: { status: 200, description: 'A publicação', schema: publicationWire },
  async handle({ params }, call) {
    const id = idFrom(params.id)
    const row = id && (await findPublicationOnWire(id, isStaff(call)))
    if (!row) throw new ApiError(404)
    return withVersion(toWirePublication(row, call.caller?.viewer), row.lock_version)
  },
})

function isStaff({ caller }: Call): boolean {
  return caller?.viewer.isStaff === true
}
