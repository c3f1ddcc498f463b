import { type Call, operation } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { listOf, listQuery } from '#app/api/wire/lists.ts'
import { publicationOf, publicationWire } from '#app/api/wire/publication.ts'
import { onePath } from '#app/api/wire/values.ts'
import { idFrom } from '#app/http/list-params.ts'
import {
  findPublicationOnWire,
  listPublicationsOnWire,
} from '#app/models/catalogue/publication-wire.server.ts'

const orderings = ['-id', 'id', 'name', '-name', 'date', '-date', 'price', '-price'] as const

export const listPublications = operation({
  id: 'listPublications',
  method: 'GET',
  path: '/publication/',
  tag: 'Publicações',
  summary: 'Listar publicações',
  description: 'À venda; a equipe vê também as inativas.',
  access: 'anyone',
  scope: 'catalogue:read',
  query: listQuery(orderings),
  success: { status: 200, description: 'Uma página da lista', schema: listOf(publicationWire) },
  async handle({ query }, call) {
    const isForStaff = isStaff(call)
    const withFiles = isForStaff || call.caller?.viewer.isPartner === true
    const { rows, ...counts } = await listPublicationsOnWire({ ...query, isForStaff, withFiles })
    return { ...counts, results: rows.map((row) => publicationOf(row, call.caller?.viewer)) }
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
  success: { status: 200, description: 'A publicação', schema: publicationWire },
  async handle({ params }, call) {
    const id = idFrom(params.id)
    const row = id && (await findPublicationOnWire(id, isStaff(call)))
    if (!row) throw new ApiError(404)
    return publicationOf(row, call.caller?.viewer)
  },
})

function isStaff({ caller }: Call): boolean {
  return caller?.viewer.isStaff === true
}
