import { redirect } from '@remix-run/node'
import { env } from '#app/env.server.ts'
import { waitUntil } from '#app/http/wait.server.ts'
import { type FileReader, findPreparedFile } from '#app/models/platform/prepared-file.server.ts'
import { paths } from '#app/paths.ts'

/** Redirects to the file, if ready within FILE_WAIT_MS, or to its progress page. */
export async function redirectToFile(id: number, reader: FileReader): Promise<Response> {
  const file = await waitForFile(id, reader)
  return redirect(file?.state === 'ready' ? paths.fileContent(id, file.name) : paths.file(id), 303)
}

/** Waits FILE_WAIT_MS for the file and returns it or its state; undefined for another person's file. */
export async function waitForFile(id: number, reader: FileReader) {
  const findFile = () => findPreparedFile(id, reader)
  return waitUntil(findFile, (file) => file?.state !== 'preparing', env.FILE_WAIT_MS)
}
