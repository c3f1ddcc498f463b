/** The time after which lists by `updated_at` show a change. Each transaction commits within it. */
export const settleSeconds = 15
