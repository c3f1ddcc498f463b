/** A session or a token of the API without use (D56). */
export const sessionHours = 12

/** Links for a new password or another e-mail. */
export const linkHours = 24

/** The shop promises to answer a contact message within these days. */
export const contactAnswerDays = 5

/** An address of a file in an answer of the API opens without the token this long. */
export const fileLinkMinutes = 15
