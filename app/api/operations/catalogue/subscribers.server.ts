import { z } from 'zod'
import { defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { idsText } from '#app/api/operations/accounts/staff-lists.server.ts'
import { servePreparedFile } from '#app/api/prepared-file.server.ts'
import { makeFieldError } from '#app/api/problem.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { idInput } from '#app/api/wire/values.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { requestReport } from '#app/models/platform/report-file.server.ts'
import { listSubscriberIds } from '#app/models/reports/publication-clients.server.ts'
import {
  formatSubscribersFileName,
  publicationClientsSheet,
  toChosenQuery,
} from '#app/reports/publication-clients.server.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'

/** The minutes for which repeated calls share one file. Programs repeat the call until the file is ready. */
const sharedMinutes = 15

export const printSubscribers = defineOperation({
  id: 'printSubscribers',
  method: 'POST',
  path: '/api/get_users_from_publication/',
  tag: 'Publicações',
  summary: 'Lista de clientes de uma publicação em PDF',
  description: `Dos perfis em users, os que têm a publicação hoje, por assinatura em vigor ou compra avulsa. 503 enquanto o arquivo não está pronto: repita a chamada, que por ${spellNumber(sharedMinutes)} minutos responde o mesmo arquivo.`,
  access: 'staff',
  scope: 'people:read',
  body: z.strictObject({ users: hiddenField(idsText), publication: hiddenField(idInput) }),
  success: { status: 200, description: 'O PDF', media: 'application/pdf' },
  async handle({ body }, call) {
    const { userId } = requireApiViewer(call)
    const publication = await findPublicationForStaff(body.publication)
    if (!publication) throw makeFieldError('publication', specTexts.noSubscriptions, 'unknown_record')
    const filter = {
      publicationId: publication.id,
      today: toCivilDate(new Date()),
      chosen: { only: body.users },
    }
    const ids = await listSubscriberIds(filter)
    if (ids.length === 0) throw makeFieldError('users', specTexts.noClients, 'nothing_to_print')
    const chosenHolders = toChosenQuery({ only: ids })
    const query = new URLSearchParams({ publication: String(publication.id), ...chosenHolders }).toString()
    const fileName = `${formatSubscribersFileName(publication.name, 'assinantes')}.pdf`
    const fileId = await requestReport({
      userId,
      slug: publicationClientsSheet.slug,
      query,
      fileName,
      sharedMs: sharedMinutes * 60_000,
    })
    return servePreparedFile(fileId, call)
  },
})
