import type { RequestHandler } from 'express'
import { reject } from './refusal.ts'

const allowedMethods = ['GET', 'HEAD', 'POST', 'OPTIONS']
/** Query names of Remix data requests. Our pages never send any, and their errors would fill the log. */
const dataQueryNames = ['_data', '_routes']
const dataPath = /\.data$/

/** Rejects methods that no page supports (405) and Remix data requests (404). */
export const rejectOtherMethods: RequestHandler = (request, response, next) => {
  if (!allowedMethods.includes(request.method)) {
    response.set('Allow', allowedMethods.join(', '))
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
  const queryStart = address.indexOf('?')
  if (dataPath.test(queryStart < 0 ? address : address.slice(0, queryStart))) return true
  const query = new URLSearchParams(queryStart < 0 ? '' : address.slice(queryStart))
  return dataQueryNames.some((name) => query.has(name))
}

const missingPageText = { title: 'Não encontrado', text: 'Esta página não existe. Volte ao início da loja.' }
