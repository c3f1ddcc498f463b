import { HOUR_MS, type Limit, QUARTER_HOUR_MS } from '#app/domain/platform/rate-limit.ts'

/** Who attempts something: what its attempts are counted under. */
export type RateLimitKey = {
  /** the client's network, as the edge tells it (networkOf) */
  address: string
  /** the account that is tried, whether or not there is one; empty where none is named */
  email: string
  /** the browser that logged in to this very account before; its attempts are counted for themselves */
  device?: string | undefined
  /** the form it came with: however often that arrives, it is one attempt */
  form?: string | undefined
}
/** What is attempted; each is counted for itself. */
export type Purpose = keyof typeof attemptLimits
/** One count an attempt goes into, by who makes it. */
export type Counted = Limit & { who: string; isNarrow?: boolean }

/** Many people may share a network: a workshop, a mobile network. What is narrow is forgotten by a success. */
export const attemptLimits = {
  login: (key: RateLimitKey): Counted[] =>
    key.device
      ? [{ who: `login device ${key.device} ${key.email}`, max: 10, windowMs: HOUR_MS, isNarrow: true }]
      : [narrow('login', key, 10), ...guesses(key)],
  // The form of an order sent again proves its buyer by the password: a guess like any other. A form that a browser
  // sends many times at once is right every time.
  repeat: (key: RateLimitKey): Counted[] => [narrow('repeat', key, 20), ...guesses(key)],
  recovery: (key: RateLimitKey) => oneMailEach('recovery', key),
  contact: (key: RateLimitKey) => oneMailEach('contact', key),
  'email-change': (key: RateLimitKey) => oneMailEach('email-change', key),
  // These two count by the account alone: whoever has a session of it can send from any address.
  reauthentication: ({ email }: RateLimitKey): Counted[] => [
    { who: `reauthentication account ${email}`, max: 10, windowMs: QUARTER_HOUR_MS, isNarrow: true },
  ],
  export: ({ email }: RateLimitKey): Counted[] => [
    { who: `export account ${email}`, max: 5, windowMs: QUARTER_HOUR_MS },
  ],
  /** A new password by a link: each costs a hash, used up or not. */
  'new-password': ({ address, email }: RateLimitKey): Counted[] => [
    { who: `new-password account ${email}`, max: 10, windowMs: QUARTER_HOUR_MS },
    { who: `new-password network ${address}`, max: 60, windowMs: HOUR_MS },
  ],
  /** Confirmations of the checkout by visitors, each of which may cost a hash. */
  checkout: ({ address }: RateLimitKey): Counted[] => [
    { who: `checkout network ${address}`, max: 60, windowMs: HOUR_MS },
  ],
  /** Each says that an e-mail has an account (D55); those that say it has none are taken back. */
  'known-email': ({ address }: RateLimitKey): Counted[] => [
    { who: `known-email network ${address}`, max: 20, windowMs: HOUR_MS },
  ],
  'new-account': ({ address }: RateLimitKey): Counted[] => [
    { who: `new-account network ${address}`, max: 10, windowMs: HOUR_MS },
  ],
  /** Forty aircraft fit into one order; whoever renews each for itself makes forty. */
  order: ({ address, email }: RateLimitKey): Counted[] => [
    { who: `order account ${email}`, max: 60, windowMs: HOUR_MS },
    { who: `order network ${address}`, max: 120, windowMs: HOUR_MS },
  ],
}

function narrow(purpose: string, { address, email }: RateLimitKey, max: number): Counted {
  return { who: `${purpose} ${address} ${email}`, max, windowMs: QUARTER_HOUR_MS, isNarrow: true }
}

/** Guesses at a password: at one account from wherever, and at whatever accounts from one network. */
function guesses({ address, email }: RateLimitKey): Counted[] {
  return [
    { who: guessedAccount(email), max: 20, windowMs: HOUR_MS, isGrowing: true },
    { who: `login network ${address}`, max: 100, windowMs: HOUR_MS },
  ]
}

/** What guesses at the password of one account are counted under. */
export function guessedAccount(email: string): string {
  return `login account ${email}`
}

/**
 * Each attempt may bring a mail to somebody else (D51). The second entry keeps many addresses from filling one mailbox; it
 * is wider, so that one address alone cannot keep the mailbox's owner out.
 */
function oneMailEach(purpose: string, { address, email }: RateLimitKey): Counted[] {
  return [
    { who: `${purpose} network ${address}`, max: 5, windowMs: QUARTER_HOUR_MS },
    { who: `${purpose} account ${email}`, max: 15, windowMs: QUARTER_HOUR_MS },
  ]
}
