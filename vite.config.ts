import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixOptions from './remix.config.js'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

export default defineConfig({
  plugins: [remix(remixOptions)],
  // Style sheets and the small enhancement script are files of their own, never data: addresses (CSP).
  build: { assetsInlineLimit: 0, cssTarget: ['chrome61', 'safari11', 'firefox60'], sourcemap: false },
  // Native addons of the server; the development pre-bundler must not try to read them for the browser.
  optimizeDeps: { exclude: ['@node-rs/argon2', 'sharp'] },
  server: { fs: { strict: true } },
})
