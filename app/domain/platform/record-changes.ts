/** How old a change is before a list by `updated_at` shows it: longer than any transaction takes to commit. */
export const settleSeconds = 15
