/** Runs `npm test` on another day: shifts the clock of Node, and that of MariaDB by libfaketime. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findDatabaseServer } from '../dev-services/binaries.mjs'
import { Problem, printError } from '../dev-services/log.mjs'
import { root } from '../dev-services/paths.mjs'

const usage = 'npm run test:day -- 2026-12-05 [STEP …] [PATH …]    (or a moment: 2027-01-01T02:50Z)'
const libraries = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`)

try {
  const [day = '', ...words] = process.argv.slice(2)
  const moment = new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T15:00Z` : day)
  if (Number.isNaN(moment.getTime())) throw new Problem(`no day: "${day}"\n\n${usage}`)
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-day-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const shiftMs = moment.getTime() - Date.now()
  writeShiftedServer(folder, shiftMs)
  const child = spawn(process.execPath, ['scripts/test.mjs', '--server', 'mariadb', ...words], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'tests/support/shifted-clock.mjs')).href}`,
      CLOCK_SHIFT_MS: String(shiftMs),
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (status) => process.exit(status ?? 1))
} catch (error) {
  printError(error)
  process.exit(2)
}

/** Writes a program that starts the installed MariaDB with its clock shifted. @param {string} folder @param {number} shiftMs */
function writeShiftedServer(folder, shiftMs) {
  const library = libraries.find(existsSync)
  const installed = findDatabaseServer('mariadb')
  if (!library || !installed)
    throw new Problem(
      'Tests of another day need MariaDB and libfaketime (Debian/Ubuntu: apt-get install faketime).',
    )
  const file = join(folder, 'mariadbd')
  const shift = `${shiftMs < 0 ? '' : '+'}${Math.round(shiftMs / 1000)}s`
  writeFileSync(
    file,
    `#!/bin/sh\nexport LD_PRELOAD='${library}' FAKETIME='${shift}' FAKETIME_DONT_FAKE_MONOTONIC=1\nexec '${installed.server}' "$@"\n`,
  )
  chmodSync(file, 0o755)
}
