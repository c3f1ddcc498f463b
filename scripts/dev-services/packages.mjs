import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium, findDatabaseServer, findLibreOffice, findRedisServer } from './binaries.mjs'
import { captureOutput, findExecutable, isExecutable, run } from './command.mjs'
import { Problem, printLine, runStep } from './log.mjs'
import { dataRoot } from './paths.mjs'

/**
 * @typedef {'database' | 'redis' | 'chromium' | 'load' | 'office'} Need
 * @typedef {{ command: string, update?: string[], install: string[], offers: (name: string) => boolean,
 *   packages: Record<Need, string[][]>, elevate: boolean }} Manager
 */

/** @type {Record<Need, { label: string, find: () => unknown }>} */
const needs = {
  database: { label: 'MariaDB or MySQL', find: findDatabaseServer },
  redis: { label: 'Redis', find: findRedisServer },
  chromium: { label: 'Chromium', find: findChromium },
  load: { label: 'wrk', find: () => findExecutable(['wrk'], ['/usr/bin', '/usr/local/bin']) },
  office: { label: 'LibreOffice', find: findLibreOffice },
}

/** Returns true in containers, where installing a package starts no service. */
function isInstallQuiet() {
  const policy = '/usr/sbin/policy-rc.d'
  return isExecutable(policy) && spawnSync(policy, ['redis-server', 'start']).status === 101
}

/** Debian's packages here start no server. @returns {Manager | undefined} */
function findPackageManager() {
  const apt = findExecutable(['apt-get'], ['/usr/bin'])
  if (apt) {
    const servers = ['mariadb-server-core', 'mariadb-server-core-10.6', 'default-mysql-server-core']
    return {
      command: apt,
      update: ['update'],
      install: ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'],
      offers: (name) => /Candidate: (?!\(none\))/.test(captureOutput('apt-cache', ['policy', name]) ?? ''),
      packages: {
        database: [...servers.map((name) => [name, 'mariadb-client']), ['mariadb-server']],
        redis: isInstallQuiet() ? [['redis-server']] : [['redis-tools'], ['redis-server']],
        chromium: [
          ['chromium-headless-shell', 'fonts-liberation'],
          ['chromium', 'fonts-liberation'],
          ['chromium-browser', 'fonts-liberation'],
        ],
        load: [['wrk']],
        office: [['libreoffice-calc-nogui'], ['libreoffice-calc']],
      },
      elevate: true,
    }
  }
  const dnf = findExecutable(['dnf'], ['/usr/bin'])
  if (dnf) {
    return {
      command: dnf,
      install: ['install', '-y', '--setopt=install_weak_deps=False'],
      offers: (name) => captureOutput(dnf, ['-q', 'info', name]) !== undefined,
      packages: {
        database: [['mariadb-server'], ['mysql-server']],
        redis: [['redis'], ['valkey']],
        chromium: [['chromium', 'liberation-sans-fonts'], ['chromium']],
        load: [['wrk']],
        office: [['libreoffice-calc']],
      },
      elevate: true,
    }
  }
  const brew = findExecutable(
    ['brew'],
    ['/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin'],
  )
  if (brew && process.getuid?.() !== 0) {
    return {
      command: brew,
      install: ['install'],
      offers: () => true,
      packages: {
        database: [['mariadb']],
        redis: [['redis']],
        chromium: [['google-chrome']],
        load: [['wrk']],
        office: [['libreoffice']],
      },
      elevate: false,
    }
  }
  return undefined
}

/** Returns a prefix such as sudo, or undefined if not allowed. @param {Manager} manager @returns {string[] | undefined} */
function findPermission(manager) {
  if (!manager.elevate || process.getuid?.() === 0) return []
  const sudo = findExecutable(['sudo'], ['/usr/bin'])
  return sudo && spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? [sudo, '-n'] : undefined
}

/** @param {Need[]} missing */
function makeInstallProblem(missing) {
  const names = missing.map((need) => needs[need].label).join(', ')
  return new Problem(`This computer lacks: ${names}.
Automatic installation failed. Install and run the command again:

  Debian/Ubuntu  sudo apt-get update
                 sudo apt-get install mariadb-server redis-server chromium-headless-shell fonts-liberation
                 (on Ubuntu: sudo snap install chromium, or the .deb package of Google Chrome)
  Fedora         sudo dnf install mariadb-server redis chromium liberation-sans-fonts
                 (valkey where there is no redis)
  macOS          brew install mariadb redis && brew install --cask google-chrome
  Docker         cp .env.example .env (fill in APP_ENV, COOKIE_SECRETS and both passwords); docker compose up --build

If these servers run elsewhere, name them:
  DATABASE_URL=mysql://user:password@server:3306/aeropub
  REDIS_URL=redis://server:6379
  CHROMIUM_PATH=/path/of/chromium

wrk, which only npm run bench uses, has this name on all systems. LibreOffice, which only npm test -- full uses, is
libreoffice-calc-nogui on Debian.`)
}

/** @param {Need[]} neededPrograms */
export async function ensureInstalled(neededPrograms) {
  const missing = neededPrograms.filter((need) => !needs[need].find())
  if (missing.length === 0) return
  const manager = findPackageManager()
  const commandPrefix = manager && findPermission(manager)
  if (!manager || !commandPrefix) throw makeInstallProblem(missing)

  const environmentSettings = [
    'DEBIAN_FRONTEND=noninteractive',
    'NEEDRESTART_SUSPEND=1',
    'HOMEBREW_NO_AUTO_UPDATE=1',
  ]
  const runManager = (/** @type {string[]} */ args, /** @type {string} */ name) => {
    const [command = 'env', ...commandArguments] = [
      ...commandPrefix,
      'env',
      ...environmentSettings,
      manager.command,
      ...args,
    ]
    return run(command, commandArguments, { logFile: join(dataRoot, 'install', `${name}.log`), leave: true })
  }
  const { update } = manager
  try {
    if (update)
      await runStep('Updating the list of packages', 'List of packages updated', () =>
        runManager(update, 'update').then(() => undefined),
      )
    for (const need of missing) {
      const { label, find } = needs[need]
      const chosenPackages = manager.packages[need].find((names) => names.every(manager.offers))
      if (!chosenPackages) continue
      await runStep(`Installing ${label} (${chosenPackages.join(', ')})`, `${label} installed`, async () => {
        await runManager([...manager.install, ...chosenPackages], need)
        return find() ? undefined : 'the program did not appear'
      })
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    printLine(error.message)
  }
  const stillMissing = missing.filter((need) => !needs[need].find())
  if (stillMissing.length > 0) throw makeInstallProblem(stillMissing)
}
