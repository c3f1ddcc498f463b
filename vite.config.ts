import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin, transformWithEsbuild } from 'vite'
import remixOptions from './remix.config.js'
import { versionConstant } from './scripts/build/version.mjs'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

/** Minifies scripts for the oldest engines; other assets are sent unchanged. */
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

/** Pages have no module that could be replaced in the browser, so a change reloads them. */
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
  // Style sheets and scripts are files, never data: addresses (CSP).
  build: { assetsInlineLimit: 0, cssTarget: ['chrome61', 'safari11', 'firefox60'], sourcemap: false },
  // The development bundler must not read native addons for the browser.
  optimizeDeps: { exclude: ['@node-rs/argon2', 'sharp'] },
  server: { fs: { strict: true } },
})
