import { operation, viewerOf } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { onePath } from '#app/api/wire/values.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { sizeOfFile } from '#app/gateways/storage.server.ts'
import { openedFileResponse } from '#app/http/file-response.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { recordLost } from '#app/models/platform/prepared-file.server.ts'
import { openUnit } from '#app/models/subscriptions/download.server.ts'
import { findOpenFile } from '#app/models/subscriptions/file-access.server.ts'

const STEP_MS = 100

export const getSignatureFile = operation({
  id: 'getSignatureFile',
  method: 'GET',
  path: '/api/signature_file/{id}/',
  tag: 'Assinaturas',
  summary: 'Baixar o arquivo de uma publicação comprada',
  description:
    'A cópia em nome do cliente, enquanto a compra vale. Enquanto ela está sendo feita, a resposta é 503 com `Retry-After`.',
  access: 'customer',
  scope: 'signatures:read',
  params: onePath,
  success: { status: 200, description: 'O arquivo', media: 'application/pdf' },
  async handle({ params }, call) {
    const viewer = viewerOf(call)
    const today = civilDateIn(new Date())
    const unitId = idFrom(params.id)
    const fileId = unitId === undefined ? undefined : await openUnit(unitId, viewer, today)
    if (fileId === undefined) throw new ApiError(404)
    return openedFileResponse(call.args.request, await waitForFile(fileId, viewer, today), viewer)
  },
})

/** As long as the page waits; the copy is made by a job. Throws ApiError 503. */
async function waitForFile(fileId: number, viewer: Viewer, today: string) {
  const end = Date.now() + env.FILE_WAIT_MS
  for (;;) {
    const file = await findOpenFile(fileId, viewer, today)
    if (file && (await sizeOfFile(file.file)) !== undefined) return file
    if (file) await recordLost(fileId)
    if (Date.now() >= end) throw new ApiError(503, undefined, { 'Retry-After': '3' })
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}
