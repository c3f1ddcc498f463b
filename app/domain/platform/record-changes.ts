/** A list by `updated_at` shows changes of this age: longer than any transaction takes to commit. */
export const settleSeconds = 15
