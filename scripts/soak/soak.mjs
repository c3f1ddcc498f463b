/** Runs the shop with load and faults, samples what may leak every ten seconds, writes docs/soak.md. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Problem } from '../dev-services/log.mjs'
import { root } from '../dev-services/paths.mjs'
import { runOnPrivateServices } from '../test/private-run.mjs'

let options = { minutes: '30', seed: '1' }
const page = 'docs/soak.md'

const runSoak = async (/** @type {import('../test/private-run.mjs').PrivateRun} */ run) => {
  const { dir, env, program, formatPage } = run
  const TMPDIR = join(dir, 'tmp')
  mkdirSync(TMPDIR, { recursive: true })
  const mainFile = join(root, 'scripts/soak/main.ts')
  const programArguments = ['--import', 'tsx', mainFile, options.minutes, options.seed, page]
  const exitCode = await program('soak', programArguments, { ...testEnvironment(env), TMPDIR, SOAK_DIR: dir })
  await formatPage(page)
  return exitCode
}

await runOnPrivateServices(runSoak, {
  check() {
    options = readOptions()
  },
})

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
    })
    if (!(Number(values.minutes) >= 1)) throw new Error(`--minutes ${values.minutes}`)
    return values
  } catch (error) {
    throw new Problem(`npm run soak -- [--minutes 30] [--seed 1]: ${error}`)
  }
}

/** Sets the test settings before the application's modules read them. @param {NodeJS.ProcessEnv} env */
function testEnvironment(env) {
  return { ...env, NODE_ENV: 'test', APP_ENV: 'test', LOG_LEVEL: 'silent', COOKIE_SECRETS: 'x'.repeat(32) }
}
