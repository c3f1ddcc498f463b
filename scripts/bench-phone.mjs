/** Measures pages and forms on a slow phone (docs/bench.md). Misses are reported and fail nothing. */
import { join } from 'node:path'
import { prepareData } from './bench/prepare-data.mjs'
import { Problem } from './dev-services/log.mjs'
import { root } from './dev-services/paths.mjs'
import { runOnPrivateServices } from './test/private-run.mjs'

const flags = process.argv.slice(2)

await runOnPrivateServices(
  async (privateRun) => {
    const env = await prepareData(privateRun, 'phone')
    const main = join(root, 'scripts/bench/phone/phone-main.ts')
    if ((await privateRun.program('phone', ['--import', 'tsx', main, ...flags], env)) !== 0) return 1
    await privateRun.formatPage('docs/bench.md')
    return 0
  },
  {
    check() {
      if (flags.some((flag) => flag !== '--short')) throw new Problem('npm run bench:phone -- [--short]')
    },
  },
)
