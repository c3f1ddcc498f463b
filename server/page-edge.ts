import type { RequestHandler } from 'express'
import { reject } from './refusal.ts'

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']
/** Of the framework: no page of ours asks for data alone, and its errors would fill the log. */
const dataRequest = /^[^?]*\.data(\?|$)|[?&](_data|_routes)=/

/** Pages are asked for and forms are posted; anything else ends here. */
export const pageRequestsAlone: RequestHandler = (request, response, next) => {
  if (!methods.includes(request.method)) {
    response.set('Allow', methods.join(', '))
    return reject(response, 405, {
      title: 'Pedido não aceito',
      text: 'Este endereço só é aberto ou recebe formulários. Volte à loja e tente por ela.',
    })
  }
  if (dataRequest.test(request.originalUrl)) return reject(response, 404, missing)
  next()
}

const missing = { title: 'Não encontrado', text: 'Esta página não existe. Volte ao início da loja.' }
