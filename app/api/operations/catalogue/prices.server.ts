import { z } from 'zod'
import { operation, requireApiViewer } from '#app/api/operation.server.ts'
import { ApiError, fieldError } from '#app/api/problem.server.ts'
import { buildForm, parseForm } from '#app/api/wire/form.ts'
import { unseen } from '#app/api/wire/unseen-field.ts'
import { id } from '#app/api/wire/values.ts'
import { priceChangeSchema } from '#app/forms/price-change.ts'
import {
  changePrices,
  findPriceChange,
  PriceChangeImpossible,
  PriceChangeReserved,
  PricesMoved,
  previewPriceChange,
} from '#app/models/catalogue/price-change.server.ts'
import { newCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { priceChangeMessages } from '#app/text/catalogue/price-change-labels.ts'

const defaultReason = 'Pela API'

export const changeAllPrices = operation({
  id: 'changeAllPrices',
  method: 'POST',
  path: '/api/price_refactor/',
  tag: 'Publicações',
  summary: 'Reajustar todos os preços',
  description:
    'Novo preço = preço atual × percentual ÷ 100: com 110, R$ 80,00 passa a R$ 88,00; 100 não muda nada e é recusado (D5). Pode ser desfeito na tela de preços. Envie Idempotency-Key: sem ela, uma repetição reajusta de novo.',
  access: 'staff',
  scope: 'catalogue:write',
  isCreating: true,
  body: z.strictObject({
    percentage: z.union([z.number(), z.string().max(10)]).meta({ description: 'De 1 a 1000', example: 110 }),
    reason: unseen(z.string().max(500).default(defaultReason).meta({ description: 'Fica no histórico' })),
  }),
  success: {
    status: 200,
    description: 'Reajustados',
    schema: z.object({ id, changed: z.number().int().meta({ description: 'Quantas publicações' }) }),
  },
  async handle({ body: { percentage, reason } }, call) {
    const priceTexts = {
      percentage: String(percentage).replace('.', ','),
      reason: reason.trim() || defaultReason,
    }
    const wish = parseForm(priceChangeSchema, buildForm(priceTexts))
    const { seen } = await previewPriceChange(wish.percentage)
    const token = call.idempotencyKey ?? newCheckoutToken()
    const changeId = await changePrices({ ...wish, seen, token }, requireApiViewer(call).userId).catch(
      throwPriceError,
    )
    return { id: changeId, changed: (await findPriceChange(changeId))?.lines.length ?? 0 }
  },
})

function throwPriceError(error: unknown): never {
  if (error instanceof PricesMoved) throw new ApiError(409)
  if (error instanceof PriceChangeReserved) throw new ApiError(403)
  if (error instanceof PriceChangeImpossible)
    throw fieldError('percentage', priceChangeMessages.impossible, 'invalid')
  throw error
}
