/** Where the shop answers. */
import { isIP } from 'node:net'
import { Problem } from './log.mjs'
import { isFree } from './ports.mjs'

const usual = 3000

/** The address to listen on. Some shells export HOST as the name of the machine: that is not meant. */
export function webHost() {
  const host = process.env.HOST ?? ''
  return isIP(host) || host === 'localhost' ? host : '127.0.0.1'
}

/**
 * PORT when it is given and free; else 3000 or the next free one after it.
 * @returns {Promise<{ port: number, note?: string }>}
 */
export async function choosePort() {
  const wanted = process.env.PORT
  if (wanted) {
    const port = Number(wanted)
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw new Problem(`PORT não é uma porta válida: ${wanted}`)
    if (await isFree(port, webHost())) return { port }
    throw new Problem(
      `A porta ${port} (PORT) já está em uso por outro programa. Escolha outra ou deixe PORT sem valor.`,
    )
  }
  for (let port = usual; port < usual + 100; port++) {
    if (!(await isFree(port, webHost()))) continue
    return port === usual
      ? { port }
      : { port, note: `A porta ${usual} está em uso por outro programa; a loja usa a ${port}.` }
  }
  throw new Problem(`Nenhuma porta livre entre ${usual} e ${usual + 99}. Indique uma com PORT.`)
}
