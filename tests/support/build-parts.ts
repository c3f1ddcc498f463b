import type { ServerBuild } from '@remix-run/node'

/** What a server build of the tests shares with the real one. */
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
