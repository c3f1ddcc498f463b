/** There was no room for the request. */
export class TooManyRequests extends Error {}

/** The client closed the connection before anything was made for it. */
export class ClientLeft extends Error {}
