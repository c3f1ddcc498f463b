/** Takes the screenshots of manual and documents from a private demonstration, or from the shop at URL. */
import { join } from 'node:path'
import { Problem } from './dev-services/log.mjs'
import { root } from './dev-services/paths.mjs'
import { runOnPrivateServices } from './test/private-run.mjs'

const [url] = process.argv.slice(2)

await runOnPrivateServices(
  async ({ dir, ownDatabase, program }) => {
    const database = url ? {} : { DATABASE_URL: await ownDatabase('pictures') }
    const args = ['--import', 'tsx', join(root, 'scripts/pictures/main.ts'), ...(url ? [url] : [])]
    return program('pictures', args, { ...database, DATA_DIR: join(dir, 'files') })
  },
  {
    check() {
      if (url && !URL.canParse(url)) throw new Problem(`Not an address: ${url}`)
    },
    build: !url,
  },
)
