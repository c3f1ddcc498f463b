import { join } from 'node:path'
import { shipClient } from './scripts/build/ship-client.mjs'

/**
 * The Remix options. vite.config.ts imports them, so that there is one configuration.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  serverModuleFormat: 'esm',
  buildEnd: ({ remixConfig }) => shipClient(join(remixConfig.buildDirectory, 'client')),
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
    v3_routeConfig: true,
    unstable_optimizeDeps: true,
  },
}
