/** A repeat with the same Idempotency-Key gets the first response for these hours. */
export const idempotencyHours = 24

export const maxIdempotencyKeyLength = 128
