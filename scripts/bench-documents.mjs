/** Measures documents and web processes (npm run bench:documents), and writes the figures into these pages. */
import { join } from 'node:path'
import { prepareData } from './bench/prepare-data.mjs'
import { Problem } from './dev-services/log.mjs'
import { root } from './dev-services/paths.mjs'
import { runOnPrivateServices } from './test/private-run.mjs'

const pagesByName = { documents: 'docs/grown-shops.md', webs: 'docs/cluster.md' }
const chosenNames = process.argv.slice(2)
const chosenPages = Object.entries(pagesByName).filter(
  ([name]) => chosenNames.length === 0 || chosenNames.includes(name),
)

await runOnPrivateServices(
  async (privateRun) => {
    const env = await prepareData(privateRun, 'documents')
    for (const [name, page] of chosenPages) {
      const mainFile = join(root, `scripts/bench/documents/${name}-main.ts`)
      if ((await privateRun.program(name, ['--import', 'tsx', mainFile], env)) !== 0) return 1
      await privateRun.formatPage(page)
    }
    return 0
  },
  {
    check() {
      if (chosenNames.some((word) => !(word in pagesByName)))
        throw new Problem('npm run bench:documents -- [documents|webs]')
    },
  },
)
