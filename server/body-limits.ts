import type { Request, RequestHandler } from 'express'
import { env } from '#app/env.server.ts'
import { reject } from './refusal.ts'
import { isSignedAddress } from './same-origin.ts'

export const MAX_FORM_BYTES = 256 * 1024
const MAX_UPLOAD_BYTES = 48 * 1024 * 1024
/** Rejected bodies up to this length are read to the end; longer ones close the connection. */
const MAX_DISCARDED_BYTES = 128 * 1024 * 1024
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']
/** Providers may send webhooks in chunks without a length, so the route checks the length itself. */
const WEBHOOK_TYPES = ['application/json']
const uploadPages = [
  /^\/checkout$/,
  /^\/orders\/\d+\/photo$/,
  /^\/admin\/order\/\d+\/files$/,
  /^\/admin\/publication\/\d+\/page\/\w+$/,
  /^\/admin\/settings\/(status_file|appearance)$/,
  /^\/admin\/settings\/imports\/csv\/\w+$/,
  /^\/admin\/bank_files$/,
]

const publicationFilePage = /^\/admin\/publication\/\d+\/(file|notice)$/
/** One megabyte more than the file, for the rest of its multipart form. */
const MAX_FILE_BYTES = (env.FILE_MAX_MB + 1) * 1024 * 1024

const MAX_FORM_MS = 30_000
/** Five minutes suffice for the longest upload at about 1 Mbit/s, and MAX_FILE_MS for the longest file. */
const MAX_UPLOAD_MS = 300_000
export const MAX_FILE_MS = 1_800_000

type BodyKind = 'form' | 'upload' | 'file'

/** Returns the kind of body limit for the request; paths of Remix data requests end in `.data`. */
function findBodyKind(request: Request): BodyKind {
  const page = request.path.replace(/\/$|\.data$/, '')
  if (request.is('multipart/form-data') === false) return 'form'
  if (publicationFilePage.test(page)) return 'file'
  return uploadPages.some((pattern) => pattern.test(page)) ? 'upload' : 'form'
}

const maxBytes: Record<BodyKind, number> = {
  form: MAX_FORM_BYTES,
  upload: MAX_UPLOAD_BYTES,
  file: MAX_FILE_BYTES,
}

export const limitBodies: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return next()
  const isWebhook = isSignedAddress(request.originalUrl)
  const isChunked = request.get('Transfer-Encoding') !== undefined
  if (isChunked && !isWebhook) {
    response.set('Connection', 'close')
    return reject(response, 411, rejectionTexts.noLength)
  }
  const bodyBytes = Number(request.get('Content-Length') ?? 0)
  const kind = findBodyKind(request)
  if (bodyBytes > maxBytes[kind]) {
    // Browsers send the whole form before they read the response, so closing early would hide the page.
    if (bodyBytes > Math.max(MAX_DISCARDED_BYTES, 2 * maxBytes[kind])) response.set('Connection', 'close')
    return reject(response, 413, selectTooLargeText(request, kind))
  }
  const types = isWebhook ? WEBHOOK_TYPES : FORM_TYPES
  if ((bodyBytes > 0 || isChunked) && !request.is(types))
    return reject(response, 415, rejectionTexts.notAForm)
  response.once('finish', () => discardUnreadBody(request))
  next()
}

function selectTooLargeText(request: Request, kind: BodyKind) {
  if (kind === 'form') return rejectionTexts.tooLarge
  if (kind === 'file') return rejectionTexts.publicationFileTooLarge
  return request.path.startsWith('/checkout') ? rejectionTexts.filesTooLarge : rejectionTexts.fileTooLarge
}

/** Discards the rest of a body after an early response, since an unread body blocks the connection. */
function discardUnreadBody(request: Request): void {
  if (request.complete) return
  request.removeAllListeners('data')
  request.resume()
}

/** Closes connections whose body arrives too slowly. The server's own limit is that of files, the longest. */
export function makeBodyDeadline({
  formMs = MAX_FORM_MS,
  uploadMs = MAX_UPLOAD_MS,
  fileMs = MAX_FILE_MS,
} = {}): RequestHandler {
  const maxMsByKind: Record<BodyKind, number> = { form: formMs, upload: uploadMs, file: fileMs }
  return (request, _response, next) => {
    const closeIfIncomplete = () => {
      if (!request.complete) request.socket.destroy()
    }
    const timer = setTimeout(closeIfIncomplete, maxMsByKind[findBodyKind(request)]).unref()
    request.once('close', () => clearTimeout(timer))
    next()
  }
}

const rejectionTexts = {
  noLength: {
    title: 'Envio incompleto',
    text: 'O navegador não informou o tamanho do envio. Tente de novo.',
  },
  tooLarge: {
    title: 'Envio grande demais',
    text: 'O formulário enviado passa do tamanho aceito. Reduza o texto e envie de novo.',
  },
  filesTooLarge: {
    title: 'Arquivos grandes demais',
    text: 'As fotos enviadas passam, juntas, de 48 MB. Volte ao pedido e envie uma de cada vez, com “Enviar esta foto”: as que já foram ficam guardadas.',
    nextLink: { href: '/checkout', label: 'Voltar ao pedido' },
  },
  fileTooLarge: {
    title: 'Arquivos grandes demais',
    text: 'Os arquivos enviados passam, juntos, de 48 MB. Volte à página e envie um de cada vez.',
  },
  publicationFileTooLarge: {
    title: 'Arquivo grande demais',
    text: `O arquivo passa de ${env.FILE_MAX_MB} MB, e nada foi trocado. Volte à publicação e envie um menor.`,
    nextLink: { href: '/admin/publications', label: 'Voltar às publicações' },
  },
  notAForm: {
    title: 'Envio não reconhecido',
    text: 'A loja só recebe formulários. Volte e envie pela página.',
  },
}
