import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { captureOutput, findExecutable, isExecutable } from './command.mjs'
import { dataRoot } from './paths.mjs'

/**
 * @typedef {{ flavour: 'mariadb' | 'mysql', server: string, leading?: string[], own?: string[], installDb?: string,
 *   version: string }} DatabaseServer
 * `leading` stands before the server's settings where a loader starts it, `own` are settings it always needs.
 * @typedef {{ database?: DatabaseServer, redis?: string, chromium?: string }} Binaries
 */

const brewRoots = ['/opt/homebrew', '/usr/local', '/home/linuxbrew/.linuxbrew']
const systemFolders = [
  '/usr/sbin',
  '/usr/bin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/libexec',
  '/sbin',
  '/bin',
]
const databaseFolders = [
  ...systemFolders,
  ...brewRoots.flatMap((brew) => ['mariadb', 'mysql', 'mysql@8.4'].map((name) => `${brew}/opt/${name}/bin`)),
  '/usr/local/mysql/bin',
  '/usr/local/mariadb/bin',
]
const redisFolders = [...systemFolders, ...brewRoots.map((brew) => `${brew}/bin`)]

/** @param {string} version @param {[number, number]} minVersion */
function isAtLeast(version, [major, minor]) {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number)
  return ownMajor > major || (ownMajor === major && ownMinor >= minor)
}

/** Requires MariaDB 10.6 or MySQL 8.0. @param {'mariadb' | 'mysql'} [flavour] @returns {DatabaseServer | undefined} */
export function findDatabaseServer(flavour) {
  for (const name of ['mariadbd', 'mysqld']) {
    const server = findExecutable([name], databaseFolders)
    const version = server && captureOutput(server, ['--no-defaults', '--version'])
    const versionNumber = version ? /Ver (\d+\.\d+)/.exec(version)?.[1] : undefined
    if (!server || !version || !versionNumber) continue
    if (!/mariadb/i.test(version)) {
      if (flavour !== 'mariadb' && isAtLeast(versionNumber, [8, 0]))
        return { flavour: 'mysql', server, version: `MySQL ${versionNumber}` }
      continue
    }
    const nearFolders = [
      join(dirname(server), '..', 'bin'),
      join(dirname(server), '..', 'scripts'),
      dirname(server),
    ]
    const installDb = findExecutable(
      ['mariadb-install-db', 'mysql_install_db'],
      [...nearFolders, ...databaseFolders],
    )
    if (flavour !== 'mysql' && installDb && isAtLeast(versionNumber, [10, 6]))
      return { flavour: 'mariadb', server, installDb, version: `MariaDB ${versionNumber}` }
  }
  return undefined
}

/** @param {string | undefined} file */
function isRedis(file) {
  const version = file && captureOutput(file, ['--version'])
  const versionNumber = version ? /v=(\d+\.\d+)/.exec(version)?.[1] : undefined
  return versionNumber !== undefined && isAtLeast(versionNumber, [6, 2])
}

/**
 * Returns the Redis server. Debian's redis-tools contains it only under the name of its file checker; called
 * by a link with the name redis-server, it is the server.
 */
export function findRedisServer() {
  const server = findExecutable(['redis-server', 'valkey-server'], redisFolders)
  if (isRedis(server)) return server
  const checker = findExecutable(['redis-check-rdb'], redisFolders)
  if (!checker) return undefined
  const link = join(dataRoot, 'bin', 'redis-server')
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(checker, link)
  return isRedis(link) ? link : undefined
}

export function findPromtool() {
  return findExecutable(['promtool'], systemFolders)
}

export function findRclone() {
  return findExecutable(['rclone'], systemFolders)
}

export function findLibreOffice() {
  return findExecutable(
    ['soffice', 'libreoffice'],
    [...systemFolders, '/usr/lib/libreoffice/program', '/Applications/LibreOffice.app/Contents/MacOS'],
  )
}

export function findFirefox() {
  return findExecutable(
    ['firefox-esr', 'firefox'],
    [...systemFolders, '/snap/bin', '/Applications/Firefox.app/Contents/MacOS'],
  )
}

/** Debian's browser itself: the script /usr/bin/chromium does not forward signals. */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'

export function findChromium() {
  if (isExecutable(headlessShell)) return headlessShell
  const browser = findExecutable(
    [
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      'chrome',
      'microsoft-edge-stable',
    ],
    [...redisFolders, '/snap/bin', '/opt/google/chrome', '/usr/lib/chromium', '/usr/lib64/chromium-browser'],
  )
  if (browser) return browser
  const bundles = ['Google Chrome', 'Chromium', 'Microsoft Edge']
  return ['/Applications', join(homedir(), 'Applications')]
    .flatMap((folder) => bundles.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`))
    .find(isExecutable)
}
