import { defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { attachVersion, requireMatch } from '#app/api/version.server.ts'
import { buildForm, parseForm } from '#app/api/wire/form.ts'
import { publicationWire, toWirePublication } from '#app/api/wire/publication.ts'
import { publicationBody, toPublicationForm } from '#app/api/wire/publication-form.ts'
import { idPath } from '#app/api/wire/values.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { publicationSchema } from '#app/forms/publication.ts'
import { deleteUnusedFile } from '#app/http/backoffice/revision-upload.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import {
  createPublication,
  DateBeforeRevision,
  findPublicationForStaff,
  removePublication,
  savePublication,
} from '#app/models/catalogue/publication-edit.server.ts'
import { findPublicationOnWire } from '#app/models/catalogue/publication-wire.server.ts'
import { RevisionSuperseded, VersionTaken } from '#app/models/catalogue/revision.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import {
  listNotices,
  NoticeRepeated,
  requestNotice,
} from '#app/models/subscriptions/revision-notice.server.ts'
import { publicationMessages } from '#app/text/catalogue/publication-labels.ts'

const tag = 'Publicações'

export const createPublicationCall = defineOperation({
  id: 'createPublication',
  method: 'POST',
  path: '/publication/',
  tag,
  summary: 'Criar uma publicação',
  access: 'staff',
  scope: 'catalogue:write',
  isCreating: true,
  acceptsOwnResponse: true,
  isVersioned: true,
  body: publicationBody,
  success: { status: 201, description: 'A publicação criada', schema: publicationWire },
  async handle({ body }, call) {
    const viewer = requireApiViewer(call)
    const { data } = parseForm(publicationSchema, buildForm(toPublicationForm(body)))
    const token = call.idempotencyKey ?? makeCheckoutToken()
    return loadPublicationResponse(
      await createPublication(data, { actorUserId: viewer.userId, token }),
      viewer,
    )
  },
})

export const updatePublication = defineOperation({
  id: 'updatePublication',
  method: 'PUT',
  path: '/publication/{id}/',
  tag,
  summary: 'Alterar uma publicação',
  description:
    'O que não é enviado fica como está. Outra versão cria uma revisão, e assinaturas impressas em vigor voltam a Aguardando envio (D36). Com notify os assinantes recebem um e-mail, uma vez por revisão (D37).',
  access: 'staff',
  scope: 'catalogue:write',
  acceptsOwnResponse: true,
  isVersioned: true,
  params: idPath,
  body: publicationBody,
  success: { status: 200, description: 'A publicação alterada', schema: publicationWire },
  async handle({ params, body: { notify = false, ...body } }, call) {
    const viewer = requireApiViewer(call)
    const storedPublication = await loadPublication(params.id)
    requireMatch(call, storedPublication.lock_version)
    const { data } = parseForm(publicationSchema, buildForm(toPublicationForm(body, storedPublication)))
    const isSameRevision = data.version === storedPublication.version
    if (notify && isSameRevision && (await listNotices(storedPublication.revisionId)).length > 0)
      throw makeNotifiedError()
    const saveContext = {
      actorUserId: viewer.userId,
      seenVersion: storedPublication.lock_version,
      today: toCivilDate(new Date()),
    }
    const isSaved = await savePublication(storedPublication.id, data, saveContext).catch(throwSaveError)
    if (!isSaved) throw new ApiError(404)
    if (notify) await notifySubscribers(storedPublication.id, viewer.userId)
    return loadPublicationResponse(storedPublication.id, viewer)
  },
})

export const deletePublication = defineOperation({
  id: 'deletePublication',
  method: 'DELETE',
  path: '/publication/{id}/',
  tag,
  summary: 'Remover uma publicação',
  description:
    'Com pedidos ou assinaturas ela sai da loja e da lista, e quem a tem mantém o acesso; sem eles é apagada (D27).',
  access: 'staff',
  scope: 'catalogue:write',
  isVersioned: true,
  params: idPath,
  success: { status: 204, description: 'Removida' },
  async handle({ params }, call) {
    const { id, lock_version } = await loadPublication(params.id)
    const seenVersion = requireMatch(call, lock_version)
    const files = await removePublication(id, requireApiViewer(call).userId, seenVersion)
    if (!files) throw new ApiError(404)
    await Promise.all(files.map(deleteUnusedFile))
  },
})

async function loadPublication(publicationId: string) {
  const id = parseId(publicationId)
  const storedPublication = id && (await findPublicationForStaff(id))
  if (!storedPublication || storedPublication.removed_at !== null) throw new ApiError(404)
  return storedPublication
}

async function notifySubscribers(publicationId: number, actorUserId: number): Promise<void> {
  const { revisionId } = await loadPublication(String(publicationId))
  await requestNotice({ publicationId, revisionId, round: 1, actorUserId }).catch((error: unknown) => {
    if (error instanceof NoticeRepeated) throw makeNotifiedError()
    throw error instanceof RevisionSuperseded ? new ApiError(409) : error
  })
}

async function loadPublicationResponse(id: number, viewer: Viewer) {
  const row = await findPublicationOnWire(id, true)
  if (!row) throw new ApiError(404)
  return attachVersion(toWirePublication(row, viewer), row.lock_version)
}

function throwSaveError(error: unknown): never {
  if (error instanceof VersionTaken)
    throw makeFieldError('version', publicationMessages.versionTaken, 'version_taken')
  if (error instanceof DateBeforeRevision)
    throw makeFieldError('date', publicationMessages.dateBefore(error.latest), 'min_value')
  throw error
}

function makeNotifiedError(): ApiError {
  return makeFieldError('notify', publicationMessages.alreadyNotified, 'already_notified')
}
