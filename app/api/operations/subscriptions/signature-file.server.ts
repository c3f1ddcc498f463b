import { defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { servePreparedFile } from '#app/api/prepared-file.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { idPath } from '#app/api/wire/values.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { parseId } from '#app/http/list-params.ts'
import { requestUnitCopy } from '#app/models/subscriptions/download.server.ts'

export const getSignatureFile = defineOperation({
  id: 'getSignatureFile',
  method: 'GET',
  path: '/api/signature_file/{id}/',
  opensByLink: true,
  tag: 'Assinaturas',
  summary: 'Baixar o arquivo de uma publicação comprada',
  description:
    'A cópia em nome do cliente, enquanto a compra vale. Enquanto ela está sendo feita, a resposta é 503 com `Retry-After`.',
  access: 'customer',
  scope: 'signatures:read',
  params: idPath,
  success: { status: 200, description: 'O arquivo', media: 'application/pdf' },
  async handle({ params }, call) {
    const viewer = requireApiViewer(call)
    const today = toCivilDate(new Date())
    const unitId = parseId(params.id)
    const fileId = unitId === undefined ? undefined : await requestUnitCopy(unitId, viewer, today)
    if (fileId === undefined) throw new ApiError(404)
    return servePreparedFile(fileId, call)
  },
})
