import { z } from 'zod'
import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { servePreparedFile } from '#app/api/prepared-file.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { fileAddress } from '#app/api/wire/file-address.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { makeListSchema, searchText } from '#app/api/wire/lists.ts'
import { civilDate, id, idPath } from '#app/api/wire/values.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { makeFileResponse } from '#app/http/file-response.server.ts'
import { parseId } from '#app/http/list-params.ts'
import {
  findRevisionFile,
  listRevisions,
  recordRevisionDownload,
} from '#app/models/catalogue/revision.server.ts'
import { requestStatusList } from '#app/models/catalogue/status-file.server.ts'
import { findOrderFile, findOwnOrderFile } from '#app/models/orders/order-file.server.ts'
import { findStatusFile } from '#app/models/settings/setting.server.ts'
import { listPartnerDownloads, requestPartnerCopy } from '#app/models/subscriptions/download.server.ts'
import { paths } from '#app/paths.ts'

const tag = 'Arquivos'
const fileSuccess = { status: 200, description: 'O arquivo', media: '*/*' } as const

export const listPartnership = defineOperation({
  id: 'listPartnership',
  method: 'GET',
  path: '/api/partnership/',
  tag: 'Publicações',
  summary: 'Listar publicações para parceiros',
  description: 'Todas as publicações à venda, por nome, em uma página.',
  access: 'partner',
  scope: null,
  query: z.object({ search: searchText }),
  success: {
    status: 200,
    description: 'A lista',
    schema: makeListSchema(
      z
        .object({
          id,
          name: z.string(),
          applicability: z.string(),
          version: z.string(),
          date: civilDate,
          file: fileAddress('Endereço do arquivo mais novo').nullable(),
        })
        .meta({ id: 'PartnerPublication' }),
    ),
  },
  async handle({ query }) {
    const rows = await listPartnerDownloads(query.search)
    const results = rows.map(({ file_version, file_date: _, ...row }) => ({
      ...row,
      file: file_version === null ? null : fileLinks.publication(row.id),
    }))
    return { results, count: results.length, pages: 1 }
  },
})

export const getStatus = defineOperation({
  id: 'getStatus',
  method: 'GET',
  path: '/api/get_status/',
  tag: 'Publicações',
  summary: 'Arquivo de status das publicações',
  description: 'O que a equipe enviou, ou a lista gerada quando não há um (D60).',
  access: 'anyone',
  scope: null,
  success: {
    status: 200,
    description: 'Onde está o arquivo',
    schema: z.object({ file: z.string().meta({ description: 'Endereço do arquivo' }) }),
  },
  async handle() {
    const uploadedFile = await findStatusFile()
    if (!uploadedFile) return { file: fileLinks.status() }
    return { file: `${env.PUBLIC_URL}${paths.statusFile(uploadedFile.name)}` }
  },
})

export const getStatusFile = defineOperation({
  id: 'getStatusFile',
  method: 'GET',
  path: '/api/files/status/',
  opensByLink: true,
  tag,
  summary: 'Baixar a lista gerada de status das publicações',
  description: '503 enquanto o arquivo não está pronto: repita a chamada.',
  access: 'anyone',
  scope: null,
  success: { status: 200, description: 'O PDF', media: 'application/pdf' },
  handle: async (_, call) => servePreparedFile(await requestStatusList(toCivilDate(new Date())), call),
})

export const getPublicationFile = defineOperation({
  id: 'getPublicationFile',
  method: 'GET',
  path: '/api/files/publication/{id}/',
  opensByLink: true,
  tag,
  summary: 'Baixar o arquivo de uma publicação',
  description:
    'Parceiros recebem a sua cópia carimbada, e cada download é anotado; a equipe, o arquivo como foi enviado. 503 enquanto a cópia não está pronta: repita a chamada.',
  access: 'customer',
  scope: 'catalogue:read',
  params: idPath,
  success: fileSuccess,
  async handle({ params }, call) {
    const viewer = requireApiViewer(call)
    const publicationId = parseId(params.id)
    if (!publicationId) throw new ApiError(404)
    if (viewer.isStaff) return sendRevisionFile(publicationId, call)
    if (!viewer.isPartner) throw new ApiError(404)
    const fileId = await requestPartnerCopy(publicationId, viewer, toCivilDate(new Date()))
    if (!fileId) throw new ApiError(404)
    return servePreparedFile(fileId, call)
  },
})

export const getOrderFile = defineOperation({
  id: 'getOrderFile',
  method: 'GET',
  path: '/api/files/order/{id}/{file}/',
  opensByLink: true,
  tag,
  summary: 'Baixar um arquivo de um pedido',
  description: 'Clientes, os dos próprios pedidos depois de pagos (D19).',
  access: 'customer',
  scope: 'orders:read',
  params: idPath.extend({ file: z.string().meta({ description: 'Número do arquivo', example: '3' }) }),
  success: fileSuccess,
  async handle({ params }, call) {
    const { isStaff, profileId } = requireApiViewer(call)
    const orderId = parseId(params.id) ?? 0
    const fileId = parseId(params.file) ?? 0
    const file = isStaff
      ? await findOrderFile(orderId, fileId)
      : await findOwnOrderFile(orderId, fileId, profileId)
    if (!file) throw new ApiError(404)
    return makeFileResponse(call.args.request, { ...file, tag: `order-file-${file.id}` })
  },
})

/** Sends the unstamped file of the newest revision that has a file. */
async function sendRevisionFile(publicationId: number, call: Call): Promise<Response> {
  const revisions = await listRevisions(publicationId)
  const newestRevision = revisions.find(({ hasFile }) => hasFile)
  const revision = newestRevision && (await findRevisionFile(publicationId, newestRevision.id))
  if (!revision) throw new ApiError(404)
  const { request } = call.args
  const isFromStart = !request.headers.has('Range')
  const actorUserId = requireApiViewer(call).userId
  if (request.method !== 'HEAD')
    await recordRevisionDownload({ publicationId, version: revision.version, actorUserId, isFromStart })
  return makeFileResponse(request, { ...revision, tag: `revision-${revision.file.replace(/\W/g, '-')}` })
}
