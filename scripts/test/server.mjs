import { findDatabaseServer } from '../dev-services/binaries.mjs'
import { Problem } from '../dev-services/log.mjs'
import { findOrUnpackMysql } from '../dev-services/mysql.mjs'
import { ensureInstalled } from '../dev-services/packages.mjs'

/** @typedef {'mariadb' | 'mysql' | 'both'} ServerChoice */
/** @typedef {import('../dev-services/binaries.mjs').DatabaseServer} DatabaseServer */

const choices = ['mariadb', 'mysql', 'both']

/**
 * Separates `--server NAME` from the other words. `reject` ends the process.
 * @param {string[]} words @param {(reason: string) => never} reject
 * @returns {{ choice?: ServerChoice, words: string[] }}
 */
export function readServerChoice(words, reject) {
  const optionIndex = words.findIndex((word) => /^--server(=|$)/.test(word))
  if (optionIndex < 0) return { words }
  const [name, wordCount] = words[optionIndex]?.includes('=')
    ? [words[optionIndex].slice('--server='.length), 1]
    : [words[optionIndex + 1] ?? '', 2]
  if (!isChoice(name)) return reject(`--server takes ${choices.join(', ')}, got "${name}"`)
  if (name !== 'both' && process.env.DATABASE_URL)
    return reject('--server and DATABASE_URL exclude each other: the server of DATABASE_URL is used as it is')
  return { choice: name, words: words.toSpliced(optionIndex, wordCount) }
}

/** @param {string} name @returns {name is ServerChoice} */
const isChoice = (name) => choices.includes(name)

/** @param {ServerChoice | undefined} choice @returns {Promise<DatabaseServer | undefined>} undefined: any server */
export async function findFirstServer(choice) {
  if (choice === 'mysql') {
    const server = await findOrUnpackMysql()
    if (!server) throw new Problem('--server mysql needs a MySQL server.')
    return server
  }
  if (choice !== 'mariadb') return undefined
  if (!findDatabaseServer('mariadb')) await ensureInstalled(['database'])
  return findDatabaseServer('mariadb') ?? throwMissing()
}

function throwMissing() {
  throw new Problem('No MariaDB server found.')
}

/** Returns the other kind of server, if any. @param {string} first name @returns {Promise<DatabaseServer | undefined>} */
export async function findSecondServer(first) {
  return first.startsWith('MySQL') ? findDatabaseServer('mariadb') : findOrUnpackMysql()
}
