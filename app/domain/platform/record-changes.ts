/** A list by `updated_at` shows changes after this time, which is longer than any transaction takes to commit. */
export const settleSeconds = 15
