import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import express, { type RequestHandler } from 'express'

const YEAR_SECONDS = 31_536_000
const HOUR_SECONDS = 3_600
const encodingSuffixes = { br: '.br', gzip: '.gz' } as const

/** Serves the build's files in their smallest encoding. Never searches the disk for addresses of pages. */
export function serveStaticFiles(folder: string): RequestHandler {
  const knownPaths = new Set(listAddresses(folder))
  const currentStyles = new Map(
    [...knownPaths].filter((path) => path.endsWith('.css')).map((path) => [getStem(path), path]),
  )
  const serve = express.static(folder, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: (response, path) => {
      const hasHashedName = path.startsWith(join(folder, 'assets'))
      const maxAge = hasHashedName ? `${YEAR_SECONDS}, immutable` : HOUR_SECONDS
      response.setHeader('Cache-Control', `public, max-age=${maxAge}`)
    },
  })
  return (request, response, next) => {
    const { path, url } = request
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (!knownPaths.has(path)) {
      if (!path.startsWith('/assets/')) return next()
      const currentStyle = currentStyles.get(getStem(path))
      if (!currentStyle) return serve(request, response, next)
      // A CDN may send a page with a style sheet of an earlier build (0036), so the current one is sent.
      return serve(request, response, () =>
        response.set('Cache-Control', 'no-store').redirect(302, currentStyle),
      )
    }
    if (knownPaths.has(`${path}.br`) || knownPaths.has(`${path}.gz`)) response.vary('Accept-Encoding')
    const encoding = findSmallestEncoding(request.acceptsEncodings(['br', 'gzip', 'identity']))
    if (!encoding || !knownPaths.has(`${path}${encodingSuffixes[encoding]}`))
      return serve(request, response, next)
    response.setHeader('Content-Encoding', encoding)
    response.type(extname(path))
    request.url = `${path}${encodingSuffixes[encoding]}`
    // The callback runs only if the compressed file could not be sent.
    serve(request, response, (error?: unknown) => {
      request.url = url
      response.removeHeader('Content-Encoding')
      response.removeHeader('Content-Type')
      next(error)
    })
  }
}

/** Returns `/assets/app-` for `/assets/app-a1b2c3d4.css`, and other paths unchanged. */
function getStem(path: string): string {
  return path.replace(/[\w-]{8}\.css$/, '')
}

function findSmallestEncoding(acceptedEncoding: string | false): keyof typeof encodingSuffixes | undefined {
  return acceptedEncoding === 'br' || acceptedEncoding === 'gzip' ? acceptedEncoding : undefined
}

function listAddresses(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
}

/** Returns the `sha256-…` of each script by its address, as in policies and `integrity`. */
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
