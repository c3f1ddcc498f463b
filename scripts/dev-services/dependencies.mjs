import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './command.mjs'
import { readJson } from './files.mjs'
import { runAlone } from './lock.mjs'
import { Problem, runStep } from './log.mjs'
import { dataRoot, root } from './paths.mjs'

const modulesFolder = join(root, 'node_modules')
const lockFile = join(root, 'package-lock.json')
const stampFile = join(modulesFolder, '.aeropub-lock')

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Problem(`Node 20.19 or newer is needed; this is ${process.versions.node}.`)
}

const hashLock = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex')

/** Returns true if all required packages of the lock are installed in its versions. */
function matchesLock() {
  const lockedPackages = readJson(lockFile)?.packages
  const installedPackages = readJson(join(modulesFolder, '.package-lock.json'))?.packages
  if (!lockedPackages || !installedPackages) return false
  return Object.entries(lockedPackages).every(
    ([path, { version, optional, devOptional, link }]) =>
      path === '' || optional || devOptional || link || installedPackages[path]?.version === version,
  )
}

function isInstalled() {
  if (!existsSync(join(modulesFolder, '.package-lock.json'))) return false
  const hash = hashLock()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return true
  if (!matchesLock()) return false
  writeFileSync(stampFile, hash)
  return true
}

export async function ensureDependencies() {
  checkNode()
  if (isInstalled()) return
  await runAlone(join(dataRoot, 'install', 'npm.lock'), async () => {
    if (isInstalled()) return
    await runStep('Installing the dependencies (npm ci)', 'Dependencies installed', async () => {
      await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'], {
        logFile: join(dataRoot, 'install', 'npm.log'),
        failure: 'Installing the dependencies failed.',
      })
      writeFileSync(stampFile, hashLock())
    })
  })
}
