export class TooManyRequests extends Error {}

export class ClientDisconnected extends Error {}
