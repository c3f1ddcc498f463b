import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { RequestHandler } from 'express'
import sirv from 'sirv'

const YEAR_SECONDS = 31_536_000
const HOUR_SECONDS = 3_600

const textTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
}

/**
 * Serves the files that are there now, each in the smallest form the build made (scripts/build/ship-client.mjs); no page's
 * address is looked for on the disk. Names under /assets change with their content.
 */
export function staticFiles(folder: string): RequestHandler {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      const isNamed = path.startsWith('/assets/')
      const seconds = isNamed ? `${YEAR_SECONDS}, immutable` : HOUR_SECONDS
      response.setHeader('Cache-Control', `public, max-age=${seconds}`)
      const type = textTypes[extname(path)]
      if (type) response.setHeader('Content-Type', `${type}; charset=utf-8`)
    },
  })
}

/** `sha256-…` of each script by its address, as the integrity attribute and a policy write it. */
export function hashScripts(folder: string): Record<string, string> {
  const assets = join(folder, 'assets')
  const names = existsSync(assets) ? readdirSync(assets).filter((name) => name.endsWith('.js')) : []
  return Object.fromEntries(
    names.map((name) => [
      `/assets/${name}`,
      `sha256-${createHash('sha256')
        .update(readFileSync(join(assets, name)))
        .digest('base64')}`,
    ]),
  )
}
