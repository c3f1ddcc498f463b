import type { ServerBuild } from '@remix-run/node'

/** Options shared with the real server build. */
export const buildParts = {
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
  isSpaMode: false,
} satisfies Partial<ServerBuild>
