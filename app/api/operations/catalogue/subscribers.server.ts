import { z } from 'zod'
import { operation, requireApiViewer } from '#app/api/operation.server.ts'
import { idsText } from '#app/api/operations/accounts/staff-lists.server.ts'
import { preparedFile } from '#app/api/prepared-file.server.ts'
import { fieldError } from '#app/api/problem.server.ts'
import { unseen } from '#app/api/wire/unseen-field.ts'
import { idInput } from '#app/api/wire/values.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { requestReport } from '#app/models/platform/report-file.server.ts'
import { listSubscriberIds } from '#app/models/reports/publication-clients.server.ts'
import {
  chosenQuery,
  publicationClientsSheet,
  subscribersFile,
} from '#app/reports/publication-clients.server.ts'
import { specified } from '#app/text/platform/messages.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'

/** For this time the file is reused, since programs repeat the call until it is ready. */
const sharedMinutes = 15

export const printSubscribers = operation({
  id: 'printSubscribers',
  method: 'POST',
  path: '/api/get_users_from_publication/',
  tag: 'Publicações',
  summary: 'Lista de clientes de uma publicação em PDF',
  description: `Dos perfis em users, os que têm a publicação hoje, por assinatura em vigor ou compra avulsa. 503 enquanto o arquivo não está pronto: repita a chamada, que por ${spellNumber(sharedMinutes)} minutos responde o mesmo arquivo.`,
  access: 'staff',
  scope: 'people:read',
  body: z.strictObject({ users: unseen(idsText), publication: unseen(idInput) }),
  success: { status: 200, description: 'O PDF', media: 'application/pdf' },
  async handle({ body }, call) {
    const { userId } = requireApiViewer(call)
    const publication = await findPublicationForStaff(body.publication)
    if (!publication) throw fieldError('publication', specified.noSubscriptions, 'unknown_record')
    const filter = {
      publicationId: publication.id,
      today: civilDateIn(new Date()),
      chosen: { only: body.users },
    }
    const ids = await listSubscriberIds(filter)
    if (ids.length === 0) throw fieldError('users', specified.noClients, 'nothing_to_print')
    const chosenHolders = chosenQuery({ only: ids })
    const query = new URLSearchParams({ publication: String(publication.id), ...chosenHolders }).toString()
    const fileName = `${subscribersFile(publication.name, 'assinantes')}.pdf`
    return preparedFile(
      await requestReport({
        userId,
        slug: publicationClientsSheet.slug,
        query,
        fileName,
        sharedMs: sharedMinutes * 60_000,
      }),
      call,
    )
  },
})
