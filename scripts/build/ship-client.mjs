import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Scripts that pages load (app/root.tsx). All others are Remix's client, which is not shipped (0002). */
const loadedScripts = /^(?:enhance|dialog|passkey|staff)-[\w-]{8}\.js$/
const compressibleEndings = new Set(['.js', '.css', '.svg', '.webmanifest', '.ico', '.txt'])

/** Deletes scripts that no page loads and compresses the others once, at the best level. @param {string} folder */
export async function shipClient(folder) {
  const assets = join(folder, 'assets')
  for (const name of await readdir(assets))
    if (name.endsWith('.js') && !loadedScripts.test(name)) await rm(join(assets, name))
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const compressibleFiles = files.filter((file) => file.isFile() && compressibleEndings.has(extname(file.name)))
  await Promise.all(compressibleFiles.map((file) => compress(join(file.parentPath, file.name))))
}

/** @param {string} path */
async function compress(path) {
  const content = await readFile(path)
  const compressedForms = {
    gz: await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    br: await promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
  }
  for (const [ending, bytes] of Object.entries(compressedForms))
    if (bytes.length < content.length) await writeFile(`${path}.${ending}`, bytes)
}
