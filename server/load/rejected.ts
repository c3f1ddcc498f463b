export class TooManyRequests extends Error {}

export class ClientLeft extends Error {}
