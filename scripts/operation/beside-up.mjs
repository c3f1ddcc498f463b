/** Runs a built command with the shop of DATABASE_URL, or else of `npm run up`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..', '..')
const environmentFile = join(process.env.AEROPUB_UP_FOLDER || join(root, '.data', 'up'), 'environment')
const commandArguments = process.argv.slice(2)
/** These commands create fictitious data, so they must not run without APP_ENV, which means production. */
const isDemonstration = commandArguments[0] === '--demonstration'
const [programPath = '', ...programArguments] = commandArguments.slice(isDemonstration ? 1 : 0)
const programFile = join(root, programPath)

if (!existsSync(programFile)) fail(`${programPath} does not exist: run "npm ci" and "npm run build" first.`)
if (!process.env.DATABASE_URL) {
  if (!existsSync(environmentFile))
    fail(
      'No shop found. Start "npm run up" in this directory, or set DATABASE_URL, REDIS_URL, DATA_DIR, PUBLIC_URL,\n' +
        'COOKIE_SECRETS and APP_ENV as the shop has them (.env.example).',
    )
  console.error(`Shop of "npm run up" (${environmentFile}).`)
  for (const [name, value] of parseExports(readFileSync(environmentFile, 'utf8'))) process.env[name] ??= value
}
if (isDemonstration) process.env.APP_ENV ||= 'demonstration'
process.argv = [process.argv[0] ?? '', programFile, ...programArguments]
await import(pathToFileURL(programFile).href)

/** Parses the environment that up.mjs writes: export NAME='value', with a quote as '\''. @param {string} text */
function parseExports(text) {
  return [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(
    ([, name = '', value = '']) => /** @type {const} */ ([name, value.replaceAll("'\\''", "'")]),
  )
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(1)
}
