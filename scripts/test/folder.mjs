import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeWhole } from '../dev-services/files.mjs'
import { isAlive, readIdentity } from '../dev-services/identity.mjs'
import { dataRoot } from '../dev-services/paths.mjs'
import { stopLeftovers } from '../dev-services/processes.mjs'

/** Creates this run's folder. Deletes the folders of killed runs and ends their remaining processes. */
export async function createTestFolder() {
  const dir = join(dataRoot, `test-${process.pid}`)
  mkdirSync(dataRoot, { recursive: true })
  const testFolders = readdirSync(dataRoot).filter((name) => /^test-\d+$/.test(name))
  for (const folder of testFolders.map((name) => join(dataRoot, name))) {
    const owner = readJson(join(folder, 'owner.json'))
    const isRunning = owner ? isAlive(owner) : readIdentity(Number(folder.split('-').at(-1))) !== undefined
    if (folder !== dir && isRunning) continue
    await stopLeftovers(folder)
    rmSync(folder, { recursive: true, force: true })
  }
  writeWhole(
    join(dir, 'owner.json'),
    JSON.stringify({ pid: process.pid, identity: readIdentity(process.pid) }),
  )
  return {
    dir,
    remove: async () => {
      await stopLeftovers(dir)
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
