import type { RequestHandler } from 'express'
import { refuse } from './refusal.ts'

const LARGEST_FORM_BYTES = 256 * 1024
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Only forms of known and reasonable length come in; anything else is refused before it is read. */
export const bodyLimits: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return next()
  if (request.get('Transfer-Encoding') !== undefined) {
    response.set('Connection', 'close')
    return refuse(response, 411, words.noLength)
  }
  const length = Number(request.get('Content-Length') ?? 0)
  if (length > LARGEST_FORM_BYTES) {
    response.set('Connection', 'close')
    return refuse(response, 413, words.tooLarge)
  }
  if (length > 0 && !request.is(FORM_TYPES)) return refuse(response, 415, words.notAForm)
  next()
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
  notAForm: {
    title: 'Envio não reconhecido',
    text: 'A loja só recebe formulários. Volte e envie pela página.',
  },
}
