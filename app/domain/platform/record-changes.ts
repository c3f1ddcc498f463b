/** A list by `updated_at` shows changes after this time, within which every transaction commits. */
export const settleSeconds = 15
