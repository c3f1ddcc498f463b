import { HOUR_MS, type Limit, QUARTER_HOUR_MS } from '#app/domain/platform/rate-limit.ts'

export type RateLimitKey = {
  /** client network (networkOf) */
  address: string
  /** tried account, existing or not; '' when none is named */
  email: string
  /** browser that logged in to this account before; has limits of its own */
  device?: string | undefined
  /** form token: resubmissions count once */
  form?: string | undefined
  requestId?: string | undefined
}
export type Purpose = keyof typeof attemptLimits
export type Counted = Limit & { who: string; isNarrow?: boolean }

/** Networks are shared (workshops, mobile carriers), so their limits are wide. Success resets narrow counts. */
export const attemptLimits = {
  login: (key: RateLimitKey): Counted[] =>
    key.device
      ? [{ who: `login device ${key.device} ${key.email}`, max: 10, windowMs: HOUR_MS, isNarrow: true }]
      : [narrow('login', key, 10), ...guesses(key)],
  // A resubmitted order form proves its buyer by password: a guess too, but browsers may resend a correct one often.
  repeat: (key: RateLimitKey): Counted[] => [narrow('repeat', key, 20), ...guesses(key)],
  recovery: (key: RateLimitKey) => oneMailEach('recovery', key),
  contact: (key: RateLimitKey) => oneMailEach('contact', key),
  /** Order numbers follow each other: whoever knows an e-mail must not try them all (D87). */
  tracking: ({ address, email }: RateLimitKey): Counted[] => [
    { who: `tracking network ${address}`, max: 20, windowMs: QUARTER_HOUR_MS },
    { who: `tracking account ${email}`, max: 20, windowMs: HOUR_MS },
  ],
  'price-quote': ({ address }: RateLimitKey): Counted[] => [
    { who: `price-quote network ${address}`, max: 40, windowMs: HOUR_MS },
  ],
  /** Each is a row that is kept for a year; a browser needs one. */
  'new-cart': ({ address }: RateLimitKey): Counted[] => [
    { who: `new-cart network ${address}`, max: 1_000, windowMs: HOUR_MS },
  ],
  /** Each is drawn anew and kept for days, whoever sends it; the largest order asks for two hundred. */
  photo: ({ address }: RateLimitKey): Counted[] => [
    { who: `photo network ${address}`, max: 400, windowMs: HOUR_MS },
  ],
  /** Unknown links alone: of known ones, mail programs send many from a few networks. */
  'mail-link': ({ address }: RateLimitKey): Counted[] => [
    { who: `mail-link network ${address}`, max: 40, windowMs: HOUR_MS },
  ],
  /** By the number of the account, each change being a line of its history. */
  'mail-choice': ({ email }: RateLimitKey): Counted[] => [
    { who: `mail-choice account ${email}`, max: 40, windowMs: HOUR_MS },
  ],
  'email-change': (key: RateLimitKey) => oneMailEach('email-change', key),
  invitation: (key: RateLimitKey) => oneMailEach('invitation', key),
  'invitations-sent': ({ email }: RateLimitKey): Counted[] => [
    { who: `invitations-sent account ${email}`, max: 20, windowMs: HOUR_MS },
  ],
  // By account only: a stolen session can send from any address.
  reauthentication: ({ email }: RateLimitKey): Counted[] => [
    { who: `reauthentication account ${email}`, max: 10, windowMs: QUARTER_HOUR_MS, isNarrow: true },
  ],
  // By account only, as whoever types codes has the password already; who guesses on for a day waits ever longer. A
  // browser of the owner has counts of its own, so that who guesses elsewhere does not lock the owner out.
  'second-factor': ({ email, device }: RateLimitKey): Counted[] => {
    const who = device ? `device ${device} ${email}` : `account ${email}`
    const day = device ? `device day ${device} ${email}` : `day ${email}`
    return [
      { who: `second-factor ${who}`, max: 10, windowMs: QUARTER_HOUR_MS, isNarrow: true },
      { who: `second-factor ${day}`, max: 30, windowMs: HOUR_MS, isGrowing: true },
    ]
  },
  /** A passkey cannot be guessed, but each attempt costs a signature check. */
  passkey: (key: RateLimitKey): Counted[] => [narrow('passkey', key, 10)],
  export: ({ email }: RateLimitKey): Counted[] => [
    { who: `export account ${email}`, max: 5, windowMs: QUARTER_HOUR_MS },
  ],
  /** Each costs a password hash. */
  'new-password': ({ address, email }: RateLimitKey): Counted[] => [
    { who: `new-password account ${email}`, max: 10, windowMs: QUARTER_HOUR_MS },
    { who: `new-password network ${address}`, max: 60, windowMs: HOUR_MS },
  ],
  /** Each visitor's confirmation may cost a password hash. */
  checkout: ({ address }: RateLimitKey): Counted[] => [
    { who: `checkout network ${address}`, max: 60, windowMs: HOUR_MS },
  ],
  /** Each reveals that an e-mail has an account (D55); the others are refunded. */
  'known-email': ({ address }: RateLimitKey): Counted[] => [
    { who: `known-email network ${address}`, max: 20, windowMs: HOUR_MS },
  ],
  'new-account': ({ address }: RateLimitKey): Counted[] => [
    { who: `new-account network ${address}`, max: 10, windowMs: HOUR_MS },
  ],
  /** Up to forty aircraft fit into one order; renewing each alone makes forty orders. */
  order: ({ address, email }: RateLimitKey): Counted[] => [
    { who: `order account ${email}`, max: 60, windowMs: HOUR_MS },
    { who: `order network ${address}`, max: 120, windowMs: HOUR_MS },
  ],
}

/** Rejected public forms per network (D164); a person typing causes a few in an hour. */
export const refusedFormLimit: Limit = { max: 300, windowMs: QUARTER_HOUR_MS }

function narrow(purpose: string, { address, email }: RateLimitKey, max: number): Counted {
  return { who: `${purpose} ${address} ${email}`, max, windowMs: QUARTER_HOUR_MS, isNarrow: true }
}

/** Per account from anywhere, and per network across accounts. */
function guesses({ address, email }: RateLimitKey): Counted[] {
  return [
    { who: guessedAccount(email), max: 20, windowMs: HOUR_MS, isGrowing: true },
    { who: `login network ${address}`, max: 100, windowMs: HOUR_MS },
  ]
}

export function guessedAccount(email: string): string {
  return `login account ${email}`
}

/** Each attempt may mail somebody else (D51). The account's limit is wider: one network cannot lock it out. */
function oneMailEach(purpose: string, { address, email }: RateLimitKey): Counted[] {
  return [
    { who: `${purpose} network ${address}`, max: 5, windowMs: QUARTER_HOUR_MS },
    { who: `${purpose} account ${email}`, max: 15, windowMs: QUARTER_HOUR_MS },
  ]
}
