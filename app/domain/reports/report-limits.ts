export const maxRowsOnPaper = 10_000 // longer reports have no PDF

export const preparedFileDays = 7

export const undeliveredMailDays = 7 // days for which undelivered mails are on the page Hoje
