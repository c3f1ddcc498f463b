import { redirect } from '@remix-run/node'
import { env } from '#app/env.server.ts'
import { findPreparedFile } from '#app/models/platform/prepared-file.server.ts'
import { paths } from '#app/paths.ts'

const STEP_MS = 100

/** Waits FILE_WAIT_MS, enough for most small files, before redirecting to the progress page. */
export async function redirectToFile(id: number, userId: number | null): Promise<Response> {
  const end = Date.now() + env.FILE_WAIT_MS
  for (;;) {
    const file = await findPreparedFile(id, userId)
    if (file?.state === 'ready') return redirect(paths.fileContent(id, file.name), 303)
    if (!file || file.state === 'failed' || Date.now() >= end) return redirect(paths.file(id), 303)
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}
