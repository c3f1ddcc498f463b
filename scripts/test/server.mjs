/** Which database servers `npm test` runs on. */
import { findDatabaseServer } from '../dev-services/binaries.mjs'
import { Problem, warn } from '../dev-services/log.mjs'
import { findOrUnpackMysql } from '../dev-services/mysql.mjs'
import { ensureInstalled } from '../dev-services/packages.mjs'

/**
 * @typedef {'mariadb' | 'mysql' | 'both'} ServerChoice
 * @typedef {import('../dev-services/binaries.mjs').DatabaseServer} DatabaseServer
 */

const choices = ['mariadb', 'mysql', 'both']

/**
 * Takes `--server NAME` out of the words of the command line.
 * @param {string[]} given
 * @returns {{ choice?: ServerChoice, words: string[] }}
 */
export function serverChoice(given) {
  const place = given.findIndex((word) => /^--server(=|$)/.test(word))
  if (place < 0) return { words: given }
  const [name, length] = given[place]?.includes('=')
    ? [given[place].slice('--server='.length), 1]
    : [given[place + 1] ?? '', 2]
  if (!isChoice(name)) reject(`--server aceita ${choices.join(', ')}; recebeu "${name}".`)
  if (name !== 'both' && process.env.DATABASE_URL)
    reject('--server e DATABASE_URL não combinam: o servidor de DATABASE_URL é usado como está.')
  return { choice: name, words: given.toSpliced(place, length) }
}

/**
 * Before anything runs that would have to be ended.
 * @param {string} reason
 * @returns {never}
 */
function reject(reason) {
  warn(reason)
  process.exit(2)
}

/** @param {string} name @returns {name is ServerChoice} */
const isChoice = (name) => choices.includes(name)

/**
 * The server to start for everything; undefined leaves the choice to what is found.
 * @param {ServerChoice | undefined} choice
 * @returns {Promise<DatabaseServer | undefined>}
 */
export async function firstServer(choice) {
  if (choice === 'mysql') {
    const server = await findOrUnpackMysql()
    if (!server) throw new Problem('Sem MySQL não há o que testar com --server mysql.')
    return server
  }
  if (choice !== 'mariadb') return undefined
  if (!findDatabaseServer('mariadb')) await ensureInstalled(['database'])
  return findDatabaseServer('mariadb') ?? missing()
}

function missing() {
  throw new Problem('Nenhum servidor MariaDB foi encontrado.')
}

/**
 * The other one, for what asks a database; undefined where it cannot be had.
 * @param {string} first what the first one calls itself
 * @returns {Promise<DatabaseServer | undefined>}
 */
export async function secondServer(first) {
  return first.startsWith('MySQL') ? findDatabaseServer('mariadb') : findOrUnpackMysql()
}
