import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { retryAllEffects, retryEffect } from '#app/models/backoffice/outbox-admin.server.ts'

export async function retryFromForm(form: FormData, userId: number, back: string): Promise<Response> {
  const isAll = form.get('retry') === 'all'
  const id = isAll ? 0 : (parseId(form.get('retry')) ?? notFound())
  const count = isAll ? await retryAllEffects(userId) : Number(await retryEffect(id, userId))
  return redirectWithFlash(
    back,
    count > 0
      ? {
          tone: 'good',
          text: count === 1 ? 'A tarefa será tentada de novo.' : `${count} tarefas serão tentadas de novo.`,
        }
      : { tone: 'warn', text: 'Não há o que tentar: a tarefa já foi feita ou está em andamento.' },
  )
}
