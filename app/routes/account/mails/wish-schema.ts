import { z } from 'zod'
import type { MailTopic } from '#app/domain/accounts/mailbox/mail-topic.ts'

export const wishSchema = z.object({ wish: z.enum(['on', 'off']) })

const tickedBox = z
  .literal('on')
  .optional()
  .transform((text) => text === 'on')

/** An absent field counts as unticked because browsers do not send unticked boxes. */
export const choicesSchema = z.object({
  reminders: tickedBox,
  revisions: tickedBox,
} satisfies Record<MailTopic, unknown>)
