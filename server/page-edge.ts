import type { RequestHandler } from 'express'
import { reject } from './refusal.ts'

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']
/** Query names of Remix data requests, which our pages never send; their errors would fill the log. */
const dataNames = ['_data', '_routes']
const dataPath = /\.data$/

export const rejectOtherMethods: RequestHandler = (request, response, next) => {
  if (!methods.includes(request.method)) {
    response.set('Allow', methods.join(', '))
    return reject(response, 405, {
      title: 'Pedido não aceito',
      text: 'Este endereço só é aberto ou recebe formulários. Volte à loja e tente por ela.',
    })
  }
  if (isDataRequest(request.originalUrl)) return reject(response, 404, missingPageText)
  next()
}

/** Returns true for Remix data requests. Like Remix, decodes percent-encoded names. */
function isDataRequest(address: string): boolean {
  const end = address.indexOf('?')
  if (dataPath.test(end < 0 ? address : address.slice(0, end))) return true
  const query = new URLSearchParams(end < 0 ? '' : address.slice(end))
  return dataNames.some((name) => query.has(name))
}

const missingPageText = { title: 'Não encontrado', text: 'Esta página não existe. Volte ao início da loja.' }
