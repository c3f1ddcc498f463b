import { z } from 'zod'
import { type Call, defineOperation, requireApiViewer, requireScope } from '#app/api/operation.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { fileAddress } from '#app/api/wire/file-address.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { idPath } from '#app/api/wire/values.ts'
import { maxApiFileBytes } from '#app/domain/platform/attachment.ts'
import { storeOrderFile } from '#app/http/backoffice/order-files.server.ts'
import { setRevisionFileFrom } from '#app/http/backoffice/revision-upload.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { readMultipart, type SentForm } from '#app/http/multipart.server.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { findStaffOrder } from '#app/models/orders/staff-order.server.ts'
import { uploadLabels } from '#app/text/catalogue/publication-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'

const formLimits = {
  maxFileBytes: maxApiFileBytes,
  maxFiles: 1,
  maxFields: 5,
  maxFieldBytes: 1024,
  maxTotalBytes: maxApiFileBytes + 1024 * 1024,
}
const tooLargeMessage = `O arquivo passa de ${formatMegabytes(maxApiFileBytes)}.`
const fileKind = z.enum(['nfe', 'file'], { error: 'Use nfe, ou nada para outro arquivo' })
const targetField = z.enum(['publication', 'order'], { error: 'Use publication ou order' })

export const uploadFile = defineOperation({
  id: 'uploadFile',
  method: 'PUT',
  path: '/api/upload/{id}/',
  tag: 'Arquivos',
  summary: 'Enviar o arquivo de uma publicação ou de um pedido',
  description: `Formulário multipart com file, até ${formatMegabytes(maxApiFileBytes)}, e target e kind no formulário ou no endereço: publication (o arquivo da revisão em vigor) ou order (mais um arquivo do pedido; kind nfe para a nota fiscal). Sem target vale o que tiver o número; se uma publicação e um pedido o têm, a resposta é 400. Chaves de programas precisam de orders:write para pedidos.`,
  access: 'staff',
  scope: 'catalogue:write',
  isUpload: true,
  params: idPath,
  query: z.strictObject({
    target: hiddenField(targetField.optional()),
    kind: hiddenField(fileKind.optional()),
  }),
  success: {
    status: 200,
    description: 'Onde está o arquivo',
    schema: z.object({ file: fileAddress('Endereço do arquivo') }),
  },
  async handle({ params, query }, call) {
    const id = parseId(params.id)
    if (!id) throw new ApiError(404)
    const { request, context } = call.args
    const sentForm = await readMultipart(request, formLimits, context.clientAddress)
    const sentTarget = sentForm.form.get('target') ?? query.target
    const parsedTarget = targetField.safeParse(sentTarget ?? (await findTarget(id)))
    if (!parsedTarget.success) throw makeFieldError('target', 'Use publication ou order', 'invalid_choice')
    if (query.target !== undefined && query.target !== parsedTarget.data)
      throw makeFieldError('target', 'O formulário e o endereço dizem coisas diferentes', 'invalid')
    const kind = fileKind.safeParse(sentForm.form.get('kind') || query.kind || 'file').data
    if (!kind) throw makeFieldError('kind', 'Use nfe, ou nada para outro arquivo', 'invalid_choice')
    const file =
      parsedTarget.data === 'order'
        ? await storeForOrder({ id, kind }, sentForm, call)
        : await storeForPublication(id, sentForm, call)
    return { file }
  },
})

/** Returns whether a publication or an order has the id. Throws ApiError 404 if neither has it, 400 if both have it. */
async function findTarget(id: number): Promise<'publication' | 'order'> {
  const publication = await findPublicationForStaff(id)
  const isPublication = publication !== undefined && publication.removed_at === null
  const isOrder = (await findStaffOrder(id)) !== undefined
  if (isPublication && isOrder)
    throw makeFieldError(
      'target',
      'Há uma publicação e um pedido com este número. Use publication ou order',
      'required',
    )
  if (!isPublication && !isOrder) throw new ApiError(404)
  return isPublication ? 'publication' : 'order'
}

async function storeForPublication(publicationId: number, { files }: SentForm, call: Call): Promise<string> {
  const publication = await findPublicationForStaff(publicationId)
  if (!publication || publication.removed_at !== null) throw new ApiError(404)
  const sentFile = files.get('file')
  if (!sentFile) throw makeFieldError('file', messages.fileRequired, 'required')
  if (sentFile === 'too-large') throw new ApiError(413, tooLargeMessage)
  const revision = { publicationId, revisionId: publication.revisionId }
  const incoming = { name: sentFile.name, bytes: yieldBytes(sentFile.bytes) }
  const fault = await setRevisionFileFrom(incoming, revision, requireApiViewer(call).userId)
  if (!fault) return fileLinks.publication(publicationId)
  if (fault === 'too-long') throw new ApiError(413, tooLargeMessage)
  if (fault === 'revision-over') throw new ApiError(409)
  if (fault === 'storage') throw new ApiError(503, uploadLabels.storage, { 'Retry-After': '30' })
  throw makeFieldError('file', uploadLabels[fault], 'invalid')
}

type OrderTarget = { id: number; kind: z.output<typeof fileKind> }

async function storeForOrder(order: OrderTarget, sentForm: SentForm, call: Call): Promise<string> {
  requireScope(call, 'orders:write')
  if (!(await findStaffOrder(order.id))) throw new ApiError(404)
  if (sentForm.files.get('file') === 'too-large') throw new ApiError(413, tooLargeMessage)
  const actor = { actorUserId: requireApiViewer(call).userId, source: 'staff' }
  const fileIdOrFault = await storeOrderFile(order, sentForm, actor)
  if (typeof fileIdOrFault === 'string') throw makeFieldError('file', fileIdOrFault, 'invalid')
  return fileLinks.order(order.id, fileIdOrFault)
}

async function* yieldBytes(bytes: Buffer) {
  yield bytes
}
