import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../dev-services/paths.mjs'

const sources = ['db/seed/accounts.ts', 'db/seed/address-book.ts', 'tests/factories/people.ts']
const personalData = /\b(?:name|companyName|company|cpf|cnpj|phone|street|password)\b\s*[:=]\s*'([^']{8,})'/g

/** @type {Record<string, RegExp>} */
const privateShapes = {
  'e-mail': /[a-z0-9][a-z0-9._%+-]*(?:@|%40)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/i,
  CPF: /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/,
  CNPJ: /\b[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}\b/,
  link: /(?:change(?:_|%5f)(?:pass|email)|invitation|avisos|webhooks(?:\/|%2f)+pix)(?:\/|%2f)+[\w-]{20,}/i,
  key: /\baero_[\w-]{20,}/,
  session: /(?:__Host-)?session=[\w%.-]{20,}/,
  secret: /only-for-tests-only-for-tests|demonstracao-2026|senha-de-teste/,
}

/** Returns the full names and long numbers of the people in seed and factories. */
export function listInventedPeople() {
  const texts = sources.map((file) => readFileSync(join(root, file), 'utf8'))
  const values = texts.flatMap((text) => [...text.matchAll(personalData)].map(([, value = '']) => value))
  return [...new Set(values)].filter((value) => / |^[\dA-Z]{11,14}$/.test(value))
}

/**
 * Returns the line and the kind of each private datum, never the datum itself.
 * @param {string} log @param {readonly string[]} people @returns {string[]}
 */
export function findPeopleIn(log, people) {
  return log.split('\n').flatMap((line, index) => {
    const shapeKinds = Object.entries(privateShapes).flatMap(([kind, shape]) =>
      shape.test(line) ? [kind] : [],
    )
    const peopleKinds = people.some((value) => line.includes(value)) ? ['invented person'] : []
    return [...shapeKinds, ...peopleKinds].map((kind) => `line ${index + 1}: ${kind}`)
  })
}

/** Returns undefined if no process ran. @param {string} folder @returns {{ files: number, found: string[] } | undefined} */
export function findPeopleInLogs(folder) {
  if (!existsSync(folder)) return undefined
  const people = listInventedPeople()
  const files = readdirSync(folder)
  const findings = files.flatMap((file) =>
    findPeopleIn(readFileSync(join(folder, file), 'utf8'), people).map((place) => `${file}, ${place}`),
  )
  return { files: files.length, found: findings }
}
