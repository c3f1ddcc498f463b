export const sessionHours = 12 // without use, of sessions and API tokens

export const linkHours = 24 // of links for a new password or another e-mail

export const contactAnswerDays = 5

export const fileLinkMinutes = 15 // of a file address in an API response, which needs no token
