import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { fileAddress } from '#app/api/wire/file-address.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { unusedPhotoDays } from '#app/domain/accounts/data-retention.ts'
import { maxPhotoBytes } from '#app/domain/platform/attachment.ts'
import { makePhotoResponse } from '#app/http/checkout/photo-response.server.ts'
import { storeSentPhoto } from '#app/http/checkout/photo-upload.server.ts'
import { readMultipart } from '#app/http/multipart.server.ts'
import { photoLabels } from '#app/text/orders/photo-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { formatMegabytes, spellNumber } from '#app/text/platform/numbers.ts'

const formLimits = {
  maxFileBytes: maxPhotoBytes,
  maxFiles: 1,
  maxFields: 20,
  maxFieldBytes: 1024,
  maxTotalBytes: maxPhotoBytes + 64 * 1024,
}

export const uploadOrderImage = defineOperation({
  id: 'uploadOrderImage',
  method: 'POST',
  path: '/api/order_upload_image/',
  tag: 'Pedidos',
  summary: 'Enviar a foto de um exemplar',
  description: [
    `Formulário multipart com o campo \`file\`: PNG, GIF ou JPEG de até ${formatMegabytes(maxPhotoBytes)}. A foto é redesenhada, sem dados de lugar.`,
    `O nome respondido vai no \`file\` da linha do pedido; sem pedido, a foto é apagada em ${spellNumber(unusedPhotoDays)} dias.`,
    'Quem ainda não entrou também envia; a foto fica com o primeiro pedido que a nomear. Quem compra pela primeira vez cria a conta em `POST /profile/` e entra em `POST /api/token/` antes de `POST /order/`.',
  ].join('\n\n'),
  access: 'anyone',
  scope: 'orders:write',
  isUpload: true,
  success: {
    status: 200,
    description: 'O nome com que a foto foi guardada',
    schema: z.object({
      file: z.string().meta({ example: `${'0a'.repeat(16)}.jpg` }),
      address: fileAddress('Onde a foto se vê'),
    }),
  },
  async handle(_, call) {
    const viewer = call.caller?.viewer
    const { request, context } = call.args
    const { files } = await readMultipart(request, formLimits, context.clientAddress)
    const sentFile = files.get('file')
    if (!sentFile) throw makeFieldError('file', messages.fileRequired, 'required')
    const storedPhoto = await storeSentPhoto(
      viewer ? { userId: viewer.userId } : 'first-order',
      sentFile,
      context.clientAddress,
    )
    if ('fault' in storedPhoto) {
      const message = photoLabels[storedPhoto.fault]
      throw storedPhoto.fault === 'too-many'
        ? new ApiError(429, message)
        : makeFieldError('file', message, 'invalid')
    }
    return { file: storedPhoto.name, address: fileLinks.photo(storedPhoto.name) }
  },
})

export const getOrderImage = defineOperation({
  id: 'getOrderImage',
  method: 'GET',
  path: '/api/order_image/{file}/',
  opensByLink: 'visitors',
  tag: 'Pedidos',
  summary: 'Ver uma foto',
  description: 'Para o dono e a equipe; antes do pedido, também pelo endereço que o envio respondeu.',
  access: 'customer',
  scope: 'orders:read',
  params: z.object({ file: z.string().meta({ example: `${'0a'.repeat(16)}.jpg` }) }),
  success: { status: 200, description: 'A foto', media: 'image/jpeg' },
  async handle({ params }, call) {
    const viewer = call.caller?.viewer
    const owner = viewer ? { userId: viewer.userId } : 'first-order'
    return makePhotoResponse(call.args.request, params.file, { owner, isStaff: viewer?.isStaff === true })
  },
})
