import { isStampable } from '#app/domain/subscriptions/download.ts'
import { type ByteRange, findFileSize, getFile } from '#app/gateways/storage.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { logDownload } from '#app/models/subscriptions/download.server.ts'
import type { findOpenFile } from '#app/models/subscriptions/file-access.server.ts'

type FileToSend = {
  file: string
  name: string
  type: string
  /** strong ETag of the content, for resumed downloads */
  tag: string
  disposition?: 'attachment' | 'inline'
  /** true if everybody may read the file, so pages of other sites may show it */
  isPublic?: boolean
}

/** Sends the whole file or one byte range (RFC 9110 §14). Throws 404 if the storage lacks the file. */
export async function makeFileResponse(request: Request, fileToSend: FileToSend): Promise<Response> {
  const size = (await findFileSize(fileToSend.file)) ?? notFound()
  const etag = `"${fileToSend.tag}"`
  const range = parseRange(request, size, etag)
  if (range === 'unsatisfiable') return makeUnsatisfiableResponse(size)
  const sentRange = range ?? { start: 0, end: size - 1 }
  const hasNoBody = request.method === 'HEAD' || size === 0
  const storedFile = hasNoBody ? undefined : await getFile(fileToSend.file, sentRange)
  const headers = new Headers({
    'Content-Type': fileToSend.type,
    'Content-Length': String(size === 0 ? 0 : sentRange.end - sentRange.start + 1),
    'Content-Disposition': formatDisposition(fileToSend),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Cache-Control': 'private, no-store, no-transform',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
  if (fileToSend.isPublic) headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  if (range) headers.set('Content-Range', `bytes ${sentRange.start}-${sentRange.end}/${size}`)
  return new Response(storedFile?.stream ?? null, { status: range ? 206 : 200, headers })
}

type OpenedFile = NonNullable<Awaited<ReturnType<typeof findOpenFile>>>

/** Sends a file that the viewer may open. Logs the download of a customer's copy, which has a `copyId`. */
export async function makeOpenedFileResponse(
  request: Request,
  file: OpenedFile,
  viewer: Pick<Viewer, 'userId'> | undefined,
): Promise<Response> {
  if (viewer && file.copyId !== undefined && request.method === 'GET')
    await logDownload({
      copyId: file.copyId,
      userId: viewer.userId,
      bytes: file.bytes ?? 0,
      isStamped: isStampable(file.type),
      isFromStart: !request.headers.has('Range'),
    })
  return makeFileResponse(request, { ...file, tag: `file-${file.id}-${file.bytes ?? 0}` })
}

/** Returns the requested range; undefined sends the whole file, which RFC 9110 allows for malformed headers. */
function parseRange(request: Request, size: number, etag: string): ByteRange | 'unsatisfiable' | undefined {
  const header = request.headers.get('Range')
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const condition = request.headers.get('If-Range')
  if (!match || (condition !== null && condition !== etag)) return undefined
  const [, firstText = '', lastText = ''] = match
  if (firstText === '' && lastText === '') return undefined
  if (firstText === '') {
    const suffixLength = Number(lastText)
    if (suffixLength === 0 || size === 0) return 'unsatisfiable'
    return { start: Math.max(0, size - suffixLength), end: size - 1 }
  }
  const start = Number(firstText)
  if (start >= size) return 'unsatisfiable'
  if (lastText !== '' && Number(lastText) < start) return undefined
  return { start, end: lastText === '' ? size - 1 : Math.min(Number(lastText), size - 1) }
}

function makeUnsatisfiableResponse(size: number): Response {
  return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
}

const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Returns the header with an ASCII name and the real name (RFC 6266). Removes controls that could disguise it. */
function formatDisposition({ name, disposition = 'attachment' }: FileToSend): string {
  const visibleName = name.replace(directionControls, '')
  const asciiName = visibleName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.\- ]/g, '_')
  const encodedName = encodeURIComponent(visibleName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `${disposition}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}
