/** Unpacks a verified MySQL from a newer Debian suite if only MariaDB is packaged. Needs no root. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDatabaseServer } from './binaries.mjs'
import { captureOutput, findExecutable, run } from './command.mjs'
import { runAlone } from './lock.mjs'
import { Problem, printLine, runStep } from './log.mjs'
import { dataRoot } from './paths.mjs'

const folder = join(dataRoot, 'mysql-server')
const unpacked = join(folder, 'root')
const packageName = 'mysql-server-core'
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Returns MySQL, or prints why it is missing. @returns {Promise<import('./binaries.mjs').DatabaseServer | undefined>} */
export async function findOrUnpackMysql() {
  const installedServer = findDatabaseServer('mysql')
  if (installedServer) return installedServer
  try {
    return await runAlone(join(dataRoot, 'install', 'mysql.lock'), async () => {
      if (!existsSync(unpacked)) await unpack()
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

async function unpack() {
  const apt = findExecutable(['apt-get'], ['/usr/bin'])
  const dpkg = findExecutable(['dpkg'], ['/usr/bin'])
  if (!apt || !dpkg) reject('neither mysqld nor apt-get')
  const source = findDebianSource(apt) ?? reject('the system is not Debian')
  mkdirSync(join(folder, 'lists', 'partial'), { recursive: true })
  mkdirSync(join(folder, 'cache', 'archives', 'partial'), { recursive: true })
  // With an empty list of installed packages, apt downloads every library and uses none of the system's.
  writeFileSync(join(folder, 'status'), '')
  writeFileSync(join(folder, 'sources.list'), `${source}\n`)
  await runStep('Fetching MySQL for the tests (not installed)', 'MySQL fetched', async () => {
    await run(apt, [...listAptOptions(), 'update'], { logFile: join(folder, 'update.log') })
    const download = ['install', '-y', '--no-install-recommends', '--download-only', packageName]
    await run(apt, [...listAptOptions(), ...download], { logFile: join(folder, 'download.log') })
    const draft = join(folder, `draft-${process.pid}`)
    mkdirSync(draft, { recursive: true })
    const archives = join(folder, 'cache', 'archives')
    for (const name of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      await run(dpkg, ['-x', join(archives, name), draft], { logFile: join(folder, 'unpack.log') })
    }
    renameSync(draft, unpacked)
    rmSync(archives, { recursive: true, force: true })
  })
}

function listAptOptions() {
  const settings = {
    'APT::Sandbox::User': captureOutput('id', ['-un'])?.trim() ?? 'root',
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
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
  const libraries = join(unpacked, 'usr', 'lib')
  const [loader] = listFilesBelow(libraries, /^ld-linux-.*\.so\.\d+$/)
  const program = join(unpacked, 'usr', 'sbin', 'mysqld')
  if (!loader || !existsSync(program)) return undefined
  const leading = ['--library-path', join(loader, '..'), program]
  const version = captureOutput(loader, [...leading, '--no-defaults', '--version'])
  const number = version && /Ver (\d+\.\d+\.\d+)/.exec(version)?.[1]
  if (!number) return undefined
  const serverOptions = [
    `--basedir=${join(unpacked, 'usr')}`,
    `--lc-messages-dir=${join(unpacked, 'usr', 'share', 'mysql')}`,
    `--plugin-dir=${join(unpacked, 'usr', 'lib', 'mysql', 'plugin')}`,
  ]
  return { flavour: 'mysql', server: loader, leading, own: serverOptions, version: `MySQL ${number}` }
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
