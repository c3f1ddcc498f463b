/** Unpacks a verified MySQL from a newer Debian suite if only MariaDB is packaged. Needs no root. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDatabaseServer } from './binaries.mjs'
import { captureOutput, findExecutable, run } from './command.mjs'
import { runAlone } from './lock.mjs'
import { Problem, printLine, runStep } from './log.mjs'
import { dataRoot } from './paths.mjs'

const mysqlFolder = join(dataRoot, 'mysql-server')
const unpackedRoot = join(mysqlFolder, 'root')
const packageName = 'mysql-server-core'
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** @type {ReturnType<typeof unpackIfMissing> | undefined} */
let search

/** Returns MySQL, or prints why it is missing, at the first call only. */
export function findOrUnpackMysql() {
  search ??= unpackIfMissing()
  return search
}

/** @returns {Promise<import('./binaries.mjs').DatabaseServer | undefined>} */
async function unpackIfMissing() {
  const installedServer = findDatabaseServer('mysql')
  if (installedServer) return installedServer
  try {
    return await runAlone(join(dataRoot, 'install', 'mysql.lock'), async () => {
      if (!existsSync(unpackedRoot)) await unpackMysql()
      return findUnpackedServer() ?? reject('the program did not appear, or does not run here')
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    printLine(`✖ No MySQL to test with on this computer: ${error.message}`)
    return undefined
  }
}

/** @param {string} reason @returns {never} */
function reject(reason) {
  throw new Problem(reason)
}

async function unpackMysql() {
  const apt = findExecutable(['apt-get'], ['/usr/bin'])
  const dpkg = findExecutable(['dpkg'], ['/usr/bin'])
  if (!apt || !dpkg) reject('neither mysqld nor apt-get')
  const source = findDebianSource(apt) ?? reject('the system is not Debian')
  mkdirSync(join(mysqlFolder, 'lists', 'partial'), { recursive: true })
  mkdirSync(join(mysqlFolder, 'cache', 'archives', 'partial'), { recursive: true })
  // With an empty list of installed packages, apt downloads every library and uses none of the system's.
  writeFileSync(join(mysqlFolder, 'status'), '')
  writeFileSync(join(mysqlFolder, 'sources.list'), `${source}\n`)
  await runStep('Fetching MySQL for the tests (not installed)', 'MySQL fetched', async () => {
    await run(apt, [...listAptOptions(), 'update'], { logFile: join(mysqlFolder, 'update.log') })
    const downloadArguments = ['install', '-y', '--no-install-recommends', '--download-only', packageName]
    await run(apt, [...listAptOptions(), ...downloadArguments], {
      logFile: join(mysqlFolder, 'download.log'),
    })
    const draftFolder = join(mysqlFolder, `draft-${process.pid}`)
    mkdirSync(draftFolder, { recursive: true })
    const archives = join(mysqlFolder, 'cache', 'archives')
    for (const name of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      await run(dpkg, ['-x', join(archives, name), draftFolder], { logFile: join(mysqlFolder, 'unpack.log') })
    }
    renameSync(draftFolder, unpackedRoot)
    rmSync(archives, { recursive: true, force: true })
  })
}

/** Returns options with which apt uses a folder and sources of our own, so that it needs no root. */
function listAptOptions() {
  const settings = {
    'APT::Sandbox::User': captureOutput('id', ['-un'])?.trim() ?? 'root',
    'Dir::Etc::sourcelist': join(mysqlFolder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(mysqlFolder, 'lists'),
    'Dir::State::status': join(mysqlFolder, 'status'),
    'Dir::Cache': join(mysqlFolder, 'cache'),
  }
  return ['-q', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])]
}

/** Returns the suite that has MySQL, on the mirror of this machine. @param {string} apt */
function findDebianSource(apt) {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  if (!/^ID=debian$/m.test(release) || !existsSync(keyring)) return undefined
  const targets = captureOutput(apt, [
    'indextargets',
    '--format',
    '$(RELEASE) $(REPO_URI)',
    'Created-By: Packages',
  ])
  const lines = (targets ?? '').split('\n').map((line) => line.split(' '))
  const [, mirror] = lines.find(([suite, address]) => suite && address && !suite.includes('-')) ?? []
  return mirror && `deb [signed-by=${keyring}] ${mirror} sid main`
}

/** @returns {import('./binaries.mjs').DatabaseServer | undefined} */
function findUnpackedServer() {
  const libraries = join(unpackedRoot, 'usr', 'lib')
  const [loader] = listFilesBelow(libraries, /^ld-linux-.*\.so\.\d+$/)
  const program = join(unpackedRoot, 'usr', 'sbin', 'mysqld')
  if (!loader || !existsSync(program)) return undefined
  const loaderArguments = ['--library-path', join(loader, '..'), program]
  const version = captureOutput(loader, [...loaderArguments, '--no-defaults', '--version'])
  const versionNumber = version && /Ver (\d+\.\d+\.\d+)/.exec(version)?.[1]
  if (!versionNumber) return undefined
  const serverOptions = [
    `--basedir=${join(unpackedRoot, 'usr')}`,
    `--lc-messages-dir=${join(unpackedRoot, 'usr', 'share', 'mysql')}`,
    `--plugin-dir=${join(unpackedRoot, 'usr', 'lib', 'mysql', 'plugin')}`,
  ]
  return {
    flavour: 'mysql',
    server: loader,
    leading: loaderArguments,
    own: serverOptions,
    version: `MySQL ${versionNumber}`,
  }
}

/** @param {string} path @param {RegExp} pattern @returns {string[]} */
function listFilesBelow(path, pattern) {
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(path, entry.name))
          .filter((name) => pattern.test(name))
          .map((name) => join(path, entry.name, name))
      : [],
  )
}
