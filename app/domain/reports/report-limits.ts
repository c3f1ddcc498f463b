/** Longer reports have no PDF. */
export const maxRowsOnPaper = 10_000

export const preparedFileDays = 7

/** Undelivered mails of these days are a task of today. */
export const undeliveredDays = 7
