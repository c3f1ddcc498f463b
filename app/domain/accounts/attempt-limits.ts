import { HOUR_MS, type Limit, QUARTER_HOUR_MS } from '#app/domain/platform/rate-limit.ts'

export type RateLimitKey = {
  address: string // the client's network, from toClientNetwork
  email: string // e-mail that was tried, whether or not it has an account; '' for none
  device?: string | undefined // browser that logged in to this account before; it has limits of its own
  form?: string | undefined // token of the form; a repeated submission counts once
  requestId?: string | undefined
}
export type Purpose = keyof typeof attemptLimits
/**
 * A limit of one `subject`. A success clears a narrow limit; from other limits, it only removes its own
 * attempt.
 */
export type AttemptLimit = Limit & { subject: string; isNarrow?: boolean }

/**
 * Returns the limits of each purpose. Workshops and carriers share networks, so the limits of a network are
 * high.
 */
export const attemptLimits = {
  login: (key: RateLimitKey): AttemptLimit[] =>
    key.device
      ? [{ subject: `login device ${key.device} ${key.email}`, max: 10, windowMs: HOUR_MS, isNarrow: true }]
      : [makeNarrowLimit('login', key, 10), ...listGuessLimits(key)],
  // A repeated order form contains a password, so it counts as a guess. Browsers may resend a correct password.
  repeat: (key: RateLimitKey): AttemptLimit[] => [
    makeNarrowLimit('repeat', key, 20),
    ...listGuessLimits(key),
  ],
  recovery: (key: RateLimitKey) => listMailLimits('recovery', key),
  contact: (key: RateLimitKey) => listMailLimits('contact', key),
  /** Order numbers are consecutive, so anybody with a customer's e-mail could try them all. */
  tracking: ({ address, email }: RateLimitKey): AttemptLimit[] => [
    { subject: `tracking network ${address}`, max: 20, windowMs: QUARTER_HOUR_MS },
    { subject: `tracking account ${email}`, max: 20, windowMs: HOUR_MS },
  ],
  'price-quote': ({ address }: RateLimitKey): AttemptLimit[] => [
    { subject: `price-quote network ${address}`, max: 40, windowMs: HOUR_MS },
  ],
  /** Each cart is a row stored for a year, and a browser needs only one. */
  'new-cart': ({ address }: RateLimitKey): AttemptLimit[] => [
    { subject: `new-cart network ${address}`, max: 1_000, windowMs: HOUR_MS },
  ],
  /** Each photo is processed and stored for days. The largest order needs two hundred. */
  photo: ({ address }: RateLimitKey): AttemptLimit[] => [
    { subject: `photo network ${address}`, max: 400, windowMs: HOUR_MS },
  ],
  /** Only unknown links count, since mail programs open many valid ones from a few networks. */
  'mail-link': ({ address }: RateLimitKey): AttemptLimit[] => [
    { subject: `mail-link network ${address}`, max: 40, windowMs: HOUR_MS },
  ],
  /** The key is the account's number, since each change adds a line to the account's history. */
  'mail-choice': ({ email }: RateLimitKey): AttemptLimit[] => [
    { subject: `mail-choice account ${email}`, max: 40, windowMs: HOUR_MS },
  ],
  'email-change': (key: RateLimitKey) => listMailLimits('email-change', key),
  invitation: (key: RateLimitKey) => listMailLimits('invitation', key),
  'invitations-sent': ({ email }: RateLimitKey): AttemptLimit[] => [
    { subject: `invitations-sent account ${email}`, max: 20, windowMs: HOUR_MS },
  ],
  // The key is the account alone, since a stolen session can come from any network.
  reauthentication: ({ email }: RateLimitKey): AttemptLimit[] => [
    { subject: `reauthentication account ${email}`, max: 10, windowMs: QUARTER_HOUR_MS, isNarrow: true },
  ],
  // The key is the account alone, since a person who enters codes already has the password. The owner's
  // browser is counted separately, so that guesses elsewhere do not lock the owner out.
  'second-factor': ({ email, device }: RateLimitKey): AttemptLimit[] => {
    const quarterHourKey = device ? `device ${device} ${email}` : `account ${email}`
    const dayKey = device ? `device day ${device} ${email}` : `day ${email}`
    return [
      { subject: `second-factor ${quarterHourKey}`, max: 10, windowMs: QUARTER_HOUR_MS, isNarrow: true },
      // A growing limit counts the attempts of 24 hours.
      { subject: `second-factor ${dayKey}`, max: 30, windowMs: HOUR_MS, isGrowing: true },
    ]
  },
  /** A passkey cannot be guessed, but each attempt costs a signature check. */
  passkey: (key: RateLimitKey): AttemptLimit[] => [makeNarrowLimit('passkey', key, 10)],
  export: ({ email }: RateLimitKey): AttemptLimit[] => [
    { subject: `export account ${email}`, max: 5, windowMs: QUARTER_HOUR_MS },
  ],
  'new-password': ({ address, email }: RateLimitKey): AttemptLimit[] => [
    { subject: `new-password account ${email}`, max: 10, windowMs: QUARTER_HOUR_MS },
    { subject: `new-password network ${address}`, max: 60, windowMs: HOUR_MS },
  ],
  checkout: ({ address }: RateLimitKey): AttemptLimit[] => [
    { subject: `checkout network ${address}`, max: 60, windowMs: HOUR_MS },
  ],
  /** Each attempt reveals whether an e-mail has an account. Other attempts are not counted. */
  'known-email': ({ address }: RateLimitKey): AttemptLimit[] => [
    { subject: `known-email network ${address}`, max: 20, windowMs: HOUR_MS },
  ],
  'new-account': ({ address }: RateLimitKey): AttemptLimit[] => [
    { subject: `new-account network ${address}`, max: 10, windowMs: HOUR_MS },
  ],
  /** An order holds up to forty aircraft; renewing each separately makes forty orders. */
  order: ({ address, email }: RateLimitKey): AttemptLimit[] => [
    { subject: `order account ${email}`, max: 60, windowMs: HOUR_MS },
    { subject: `order network ${address}`, max: 120, windowMs: HOUR_MS },
  ],
}

/** The limit of rejected public forms per network. A person causes only a few in an hour. */
export const refusedFormLimit: Limit = { max: 300, windowMs: QUARTER_HOUR_MS }

function makeNarrowLimit(purpose: string, { address, email }: RateLimitKey, max: number): AttemptLimit {
  return { subject: `${purpose} ${address} ${email}`, max, windowMs: QUARTER_HOUR_MS, isNarrow: true }
}

function listGuessLimits({ address, email }: RateLimitKey): AttemptLimit[] {
  return [
    { subject: makeGuessKey(email), max: 20, windowMs: HOUR_MS, isGrowing: true },
    { subject: `login network ${address}`, max: 100, windowMs: HOUR_MS },
  ]
}

export function makeGuessKey(email: string): string {
  return `login account ${email}`
}

/** Returns the limits of a form that mails another person. One network cannot exhaust an account's limit alone. */
function listMailLimits(purpose: string, { address, email }: RateLimitKey): AttemptLimit[] {
  return [
    { subject: `${purpose} network ${address}`, max: 5, windowMs: QUARTER_HOUR_MS },
    { subject: `${purpose} account ${email}`, max: 15, windowMs: QUARTER_HOUR_MS },
  ]
}
