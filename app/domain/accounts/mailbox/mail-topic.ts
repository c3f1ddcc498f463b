/** Topics that an account may decline. All other mails concern an order, the account or the law. */
export const mailTopics = ['reminders', 'revisions'] as const

export type MailTopic = (typeof mailTopics)[number]

export function isMailTopic(text: string): text is MailTopic {
  return mailTopics.some((topic) => topic === text)
}
