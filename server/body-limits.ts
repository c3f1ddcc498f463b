import type { Request, RequestHandler } from 'express'
import { refuse } from './refusal.ts'

const LARGEST_FORM_BYTES = 256 * 1024
const LARGEST_UPLOAD_BYTES = 48 * 1024 * 1024
/** A refused body up to this is still read and dropped; what is longer is cut off. */
const LONGEST_FAREWELL_BYTES = 128 * 1024 * 1024
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']
/** The pages whose forms carry files. */
const uploadPaths = new Set(['/checkout', '/admin/settings/status_file'])

const SLOWEST_FORM_MS = 30_000
/** 48 MiB at a little more than 1 Mbit/s. */
export const SLOWEST_UPLOAD_MS = 300_000

/** True for a form with files, sent to a page that takes some; `.data` is how a script of the framework sends it. */
function isUpload(request: Request): boolean {
  const page = request.path.replace(/\/$|\.data$/, '')
  return uploadPaths.has(page) && request.is('multipart/form-data') !== false
}

/**
 * Only forms of known and reasonable length come in; anything else is refused before it is read. A browser sends its
 * whole form before it looks at the answer, so the connection of a merely long one stays open until then: Node
 * reads and drops what nobody reads. Closing it would show the person a broken connection in place of the page.
 */
export const bodyLimits: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return next()
  if (request.get('Transfer-Encoding') !== undefined) {
    response.set('Connection', 'close')
    return refuse(response, 411, words.noLength)
  }
  const length = Number(request.get('Content-Length') ?? 0)
  if (length > (isUpload(request) ? LARGEST_UPLOAD_BYTES : LARGEST_FORM_BYTES)) {
    if (length > LONGEST_FAREWELL_BYTES) response.set('Connection', 'close')
    return refuse(response, 413, isUpload(request) ? words.filesTooLarge : words.tooLarge)
  }
  if (length > 0 && !request.is(FORM_TYPES)) return refuse(response, 415, words.notAForm)
  response.once('finish', () => dropUnread(request))
  next()
}

/** What an early answer (a redirect to the login, say) left unread would fill the line, and the browser wait for ever. */
function dropUnread(request: Request): void {
  if (request.complete) return
  request.removeAllListeners('data')
  request.resume()
}

/**
 * Drops the connection of a body that does not arrive in time: 30 s for a form, 5 minutes for files over a slow line.
 * The server's own limit is one for all requests, so it is the longer one.
 */
export function bodyDeadline({
  formMs = SLOWEST_FORM_MS,
  uploadMs = SLOWEST_UPLOAD_MS,
} = {}): RequestHandler {
  return (request, _response, next) => {
    const drop = () => {
      if (!request.complete) request.socket.destroy()
    }
    const timer = setTimeout(drop, isUpload(request) ? uploadMs : formMs).unref()
    request.once('close', () => clearTimeout(timer))
    next()
  }
}

const words = {
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
    wayOn: { href: '/checkout', label: 'Voltar ao pedido' },
  },
  notAForm: {
    title: 'Envio não reconhecido',
    text: 'A loja só recebe formulários. Volte e envie pela página.',
  },
}
