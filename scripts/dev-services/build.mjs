import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './command.mjs'
import { readJson, writeWhole } from './files.mjs'
import { runAlone } from './lock.mjs'
import { runStep } from './log.mjs'
import { dataRoot, root } from './paths.mjs'

const stampFile = join(root, 'build', 'stamp.json')
const folders = ['app', 'server', 'db', 'scripts', 'public']
const files = [
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
  'vite.tools.config.ts',
]
const outputs = ['server/index.js', ...['web', 'worker', 'migrate', 'seed'].map((name) => `tools/${name}.js`)]

/** Returns a hash of the build's sources, which do not include these .mjs scripts. */
function hashSource() {
  const hash = createHash('sha256').update(process.version)
  const addFile = (/** @type {string} */ path) => {
    try {
      hash.update(`${path}\0`).update(readFileSync(join(root, path)))
    } catch {
      // A folder that disappears changes the next hash.
    }
  }
  for (const folder of folders) {
    /** @type {import('node:fs').Dirent[]} */
    let entries = []
    try {
      entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    } catch {
      continue
    }
    entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.mjs'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort()
      .forEach(addFile)
  }
  files.forEach(addFile)
  return hash.digest('hex')
}

function readOutputTimes() {
  try {
    return outputs.map((name) => statSync(join(root, 'build', name)).mtimeMs)
  } catch {
    return undefined
  }
}

/** Returns true if neither sources nor output have changed since the last build. */
function isBuildFresh() {
  const storedStamp = readJson(stampFile)
  const times = readOutputTimes()
  return Boolean(
    storedStamp &&
      times &&
      storedStamp.times?.join() === times.join() &&
      storedStamp.sources === hashSource(),
  )
}

/** @param {string} logFile */
async function buildNow(logFile) {
  const sources = hashSource()
  rmSync(stampFile, { force: true })
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }
  await runNpm(['run', 'build'], { logFile, env, failure: 'The build (npm run build) failed.' })
  writeWhole(stampFile, JSON.stringify({ sources, times: readOutputTimes() ?? [] }))
}

/** Builds the shop when the build is missing or out of date. @param {string} logFile */
export async function ensureBuild(logFile) {
  if (isBuildFresh()) return
  await runAlone(join(dataRoot, 'install', 'build.lock'), async () => {
    if (isBuildFresh()) return
    await runStep('Building the application', 'Application built', () => buildNow(logFile))
  })
}
