declare const AEROPUB_VERSION: string | undefined

/** Release and commit of this build ('0.1.0+7baa7a85'), or 'unbuilt' if run from sources. */
export const version = typeof AEROPUB_VERSION === 'undefined' ? 'unbuilt' : AEROPUB_VERSION
