export const sessionHours = 12 // lifetime of sessions and API tokens without use

export const linkHours = 24 // lifetime of links for a new password or another e-mail

export const contactAnswerDays = 5

export const fileLinkMinutes = 15 // lifetime of a file's address in an API response, which needs no token
