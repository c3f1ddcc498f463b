import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin, transformWithEsbuild } from 'vite'
import remixOptions from './remix.config.js'
import { versionConstant } from './scripts/build/version.mjs'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** What is asked for by its address goes out as it stands; the script goes out small, and as the oldest engines parse it. */
const smallScript: Plugin = {
  name: 'small-script',
  apply: 'build',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !/(enhance|dialog|passkey|staff)-[^/]*\.js$/.test(file.fileName)) continue
      const options = { minify: true, target: 'es5', sourcemap: false } as const
      file.source = (await transformWithEsbuild(String(file.source), file.fileName, options)).code
    }
  },
}

/** Pages carry no module of ours that could be replaced in the open browser, so a change loads them anew. */
const reloadPages: Plugin = {
  name: 'reload-pages',
  apply: 'serve',
  handleHotUpdate({ file, server }) {
    if (file.startsWith(`${server.config.root}/app/`)) server.ws.send({ type: 'full-reload' })
  },
}

export default defineConfig({
  define: versionConstant,
  plugins: [remix(remixOptions), smallScript, reloadPages],
  // Style sheets and the small enhancement script are files of their own, never data: addresses (CSP).
  build: { assetsInlineLimit: 0, cssTarget: ['chrome61', 'safari11', 'firefox60'], sourcemap: false },
  // Native addons of the server; the development pre-bundler must not try to read them for the browser.
  optimizeDeps: { exclude: ['@node-rs/argon2', 'sharp'] },
  server: { fs: { strict: true } },
})
