declare const AEROPUB_VERSION: string | undefined

/** The release and the commit of this build, as '0.1.0+7baa7a85'; 'unbuilt' where the sources run. */
export const version = typeof AEROPUB_VERSION === 'undefined' ? 'unbuilt' : AEROPUB_VERSION
