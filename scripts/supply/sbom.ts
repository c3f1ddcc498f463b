import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './lock.ts'
import { makeSbom } from './make-sbom.ts'

const [file = join(root, 'build', 'sbom.cdx.json')] = process.argv.slice(2)
const bom = await makeSbom()
await mkdir(dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify(bom, null, 2)}\n`)
console.log(`${bom.components.length} components: ${file}`)
