/** A repeat with the same Idempotency-Key gets the first answer for these hours. */
export const idempotencyHours = 24

export const maxIdempotencyKeyLength = 128
