/** 'asked' may be known to the bank or not; 'processing' is; the bank gave the money back, or did not. */
export const pixRefundStates = ['asked', 'processing', 'done', 'failed'] as const
export type PixRefundState = (typeof pixRefundStates)[number]

/** From the day a Pix was settled (API Pix, PixDevolucaoInvalida). */
export const pixRefundDays = 90

const eventPrefix = 'pix/'

/** The payment's event: the end-to-end id names one transfer in the whole country. */
export function pixEventKey(endToEndId: string): string {
  return `${eventPrefix}${endToEndId}`
}

/** Null for money that came another way, and for reversals. */
export function endToEndIdOf(eventKey: string): string | null {
  const [, id = null] = /^pix\/([a-zA-Z0-9]{32})$/.exec(eventKey) ?? []
  return id
}
