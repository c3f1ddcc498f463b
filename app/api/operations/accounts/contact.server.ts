import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import { ApiError, makeIssuesError } from '#app/api/problem.server.ts'
import { contactSchema } from '#app/forms/contact.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { makeSecret } from '#app/models/accounts/session.server.ts'
import { messages } from '#app/text/platform/messages.ts'

const textField = z.string().max(20_000).nullish()

export const sendContactMessage = defineOperation({
  id: 'sendContactMessage',
  method: 'POST',
  path: '/api/contact/',
  tag: 'Contato',
  summary: 'Enviar uma mensagem',
  description: 'Responde 200 também quando há erros: então traz as mensagens por campo; {} é sucesso (D58).',
  access: 'anyone',
  scope: null,
  isCreating: true,
  body: z
    .strictObject({
      name: textField.meta({ example: 'Ana Inventada' }),
      email: textField.meta({ example: 'ana@example.com' }),
      phone: textField.meta({ example: '(14) 99999-0000' }),
      text: textField.meta({ example: 'Quando sai a próxima revisão?' }),
      subject: textField.meta({ description: 'Aceito e ignorado: o assunto é fixo' }),
    })
    .meta({ id: 'ContactMessage' }),
  success: {
    status: 200,
    description: '{} ou as mensagens por campo',
    schema: z.record(z.string(), z.array(z.string())),
    example: {},
  },
  async handle({ body }, { args: { context }, caller, idempotencyKey }) {
    const { name, email, phone, text: message } = body
    const contact = { name, email, phone: phone || undefined, text: message }
    const parsedContact = contactSchema.safeParse(
      Object.fromEntries(Object.entries(contact).map(([field, value]) => [field, value ?? undefined])),
    )
    if (!parsedContact.success) throw makeIssuesError(parsedContact.error.issues, 200)
    const from = {
      token: idempotencyKey ?? makeSecret(),
      address: context.clientAddress ?? '',
      userId: caller?.viewer.userId ?? null,
    }
    const protocolOrLimit = await receiveContactMessage(toContactMessage(parsedContact.data), from)
    if (typeof protocolOrLimit === 'number') return {}
    throw new ApiError(429, messages.tooManyMessages(setRetryAfter(context, protocolOrLimit)))
  },
})

function toContactMessage({ name, email, phone, text: message }: z.output<typeof contactSchema>) {
  return { name, email, phone: phone ?? null, text: message }
}
