/** A session or API token expires after these hours without use. */
export const sessionHours = 12

/** Lifetime of links for a new password or another e-mail. */
export const linkHours = 24

export const contactAnswerDays = 5

/** Lifetime of a file address in an API response, which opens without the token. */
export const fileLinkMinutes = 15
