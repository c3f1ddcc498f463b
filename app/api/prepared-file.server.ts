import type { Call } from '#app/api/operation.server.ts'
import { ApiError } from '#app/api/problem.server.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findFileSize } from '#app/gateways/storage.server.ts'
import { makeOpenedFileResponse } from '#app/http/file-response.server.ts'
import { waitForFile } from '#app/http/prepared-file.server.ts'
import { markFileLost } from '#app/models/platform/prepared-file.server.ts'
import { findOpenFile } from '#app/models/subscriptions/file-access.server.ts'

/** Returns the file. Until the worker has made it, throws ApiError 503 with Retry-After. */
export async function servePreparedFile(id: number, { args: { request }, caller }: Call): Promise<Response> {
  const viewer = caller?.viewer
  const preparedFile = await waitForFile(id, viewer?.userId ?? null)
  if (preparedFile?.state === 'preparing') throw makeNotReadyError()
  if (preparedFile?.state === 'failed') throw new ApiError(500)
  const file = await findOpenFile(id, viewer, toCivilDate(new Date()))
  if (!file) throw new ApiError(404)
  if ((await findFileSize(file.file)) === undefined) {
    await markFileLost(id)
    throw makeNotReadyError()
  }
  return makeOpenedFileResponse(request, file, viewer)
}

function makeNotReadyError(): ApiError {
  return new ApiError(503, 'O arquivo está sendo preparado. Repita a chamada em instantes.', {
    'Retry-After': '5',
  })
}
