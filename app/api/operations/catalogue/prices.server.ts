import { z } from 'zod'
import { defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { ApiError, makeFieldError } from '#app/api/problem.server.ts'
import { buildForm, parseForm } from '#app/api/wire/form.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { id } from '#app/api/wire/values.ts'
import { priceChangeSchema } from '#app/forms/price-change.ts'
import {
  changePrices,
  findPriceChange,
  PriceChangeForbidden,
  PriceChangeImpossible,
  PricesChanged,
  previewPriceChange,
} from '#app/models/catalogue/price-change.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { priceChangeMessages } from '#app/text/catalogue/price-change-labels.ts'

const defaultReason = 'Pela API'

export const changeAllPrices = defineOperation({
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
    reason: hiddenField(
      z.string().max(500).default(defaultReason).meta({ description: 'Fica no histórico' }),
    ),
  }),
  success: {
    status: 200,
    description: 'Reajustados',
    schema: z.object({ id, changed: z.number().int().meta({ description: 'Quantas publicações' }) }),
  },
  async handle({ body: { percentage, reason } }, call) {
    const priceTexts = {
      // The schema of the form expects a decimal comma.
      percentage: String(percentage).replace('.', ','),
      reason: reason.trim() || defaultReason,
    }
    const change = parseForm(priceChangeSchema, buildForm(priceTexts))
    const { seenDigest: seen } = await previewPriceChange(change.percentage)
    const token = call.idempotencyKey ?? makeCheckoutToken()
    const { userId } = requireApiViewer(call)
    const changeId = await changePrices({ ...change, seen, token }, userId).catch(throwPriceError)
    const savedChange = await findPriceChange(changeId)
    return { id: changeId, changed: savedChange?.lines.length ?? 0 }
  },
})

function throwPriceError(error: unknown): never {
  if (error instanceof PricesChanged) throw new ApiError(409)
  if (error instanceof PriceChangeForbidden) throw new ApiError(403)
  if (error instanceof PriceChangeImpossible)
    throw makeFieldError('percentage', priceChangeMessages.impossible, 'invalid')
  throw error
}
