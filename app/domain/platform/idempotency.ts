/** The hours within which a repeated call with the same Idempotency-Key gets the first response. */
export const idempotencyHours = 24

export const maxIdempotencyKeyLength = 128
