import { z } from 'zod'
import { orderStatusInput } from '#app/api/wire/codes.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { foreignInput, fuelInput } from '#app/api/wire/order-parts.ts'
import {
  chooseErrorText,
  flagInput,
  idInput,
  reaisInput,
  reaisOrNull,
  reference,
} from '#app/api/wire/values.ts'
import { hasLinkMarks } from '#app/domain/accounts/person-name.ts'
import { makeItemKey } from '#app/domain/checkout/cart.ts'
import { maxPurchaseOrderLength } from '#app/domain/checkout/purchase-order.ts'
import { linkErrorText } from '#app/forms/text-field.ts'
import { specTexts } from '#app/text/platform/messages.ts'

const MAX_LINES = 500

const lineExample = {
  publication: 12,
  value: 128.9,
  airplane_prefix: 'PT-ABC',
  airplane_serial_number: '200512',
  fuel_type: 2,
  file: null,
}

/** A line of an order, which is one copy of a publication (D21). An empty text counts as a missing value. */
export const lineBody = z
  .strictObject({
    publication: hiddenField(reference()),
    value: hiddenField(
      reaisInput.meta({ description: 'O preço visto, conferido com o de hoje', example: '128.90' }),
    ),
    signature: hiddenField(
      idInput.nullish().meta({
        description:
          'A assinatura que a linha renova, por um ano e pelo preço de renovação; não em pedido interno',
      }),
    ),
    airplane_prefix: z.string().max(40).nullish().meta({ example: 'PT-ABC' }),
    airplane_serial_number: z.string().max(200).nullish().meta({ example: '200512' }),
    fuel_type: fuelInput.nullish().meta({
      description: '1 gasolina, 2 etanol, 3 convertido para etanol; 0 não informado, só em pedido interno',
    }),
    file: z
      .string()
      .max(300)
      .nullish()
      .meta({ description: 'O nome que o envio da foto respondeu', example: `${'0a'.repeat(16)}.jpg` }),
    foreign: hiddenField(foreignInput),
    again: hiddenField(
      flagInput.optional().meta({ description: 'Confirma outro exemplar para a mesma aeronave' }),
    ),
  })
  .meta({ id: 'NewOrderLine', example: lineExample })

export type LineBody = z.output<typeof lineBody>

export const orderBody = z
  .strictObject({
    profile: hiddenField(
      reference().meta({ description: 'O próprio cliente; em pedido interno, qualquer um' }),
    ),
    status: hiddenField(
      orderStatusInput.optional().meta({ description: 'Aceito e não usado: o servidor o decide' }),
    ),
    publications: hiddenField(
      z
        .array(lineBody, { error: chooseErrorText('Precisa ser uma lista de linhas') })
        .min(1, specTexts.fieldRequired)
        .max(MAX_LINES)
        .meta({ description: 'Uma linha por exemplar' }),
    ),
    shipping_type: z
      .string()
      .max(60)
      .nullish()
      .meta({ description: 'Um serviço do frete, À Combinar, Download ou Pedido Interno', example: 'PAC' }),
    shipping_value: hiddenField(
      reaisOrNull.meta({
        description: 'O frete visto; 0.01 em À Combinar e Pedido Interno',
        example: 22.5,
      }),
    ),
    purchase_order: hiddenField(
      z
        .string()
        .normalize('NFC')
        .max(maxPurchaseOrderLength)
        .refine((text) => !hasLinkMarks(text), linkErrorText)
        .nullish()
        .meta({ description: 'O número do pedido de compra do cliente', example: 'PC-4500123' }),
    ),
    repeats: hiddenField(
      idInput.nullish().meta({
        description: 'O pedido igual de há pouco, para fazê-lo outra vez de propósito',
        example: 12,
      }),
    ),
  })
  .meta({
    id: 'NewOrder',
    example: {
      profile: 12,
      status: 1,
      publications: [lineExample],
      shipping_type: 'PAC',
      shipping_value: 22.5,
    },
  })

export type OrderBody = z.output<typeof orderBody>

/** Returns the purchase order number as forms store it; null if it is empty. */
export function normalisePurchaseOrder({
  purchase_order: typedNumber,
}: Pick<OrderBody, 'purchase_order'>): string | null {
  return typedNumber?.replace(/\p{Cc}/gu, ' ').trim() || null
}

/** Returns the key that the line would have in the shop's cart. */
export function getLineKey({ publication, signature }: Pick<LineBody, 'publication' | 'signature'>): string {
  return makeItemKey(publication, signature ?? null)
}

/** Returns the photo's stored name. `file` is that name or the photo's address, signed or not. */
export function parsePhotoName({ file }: LineBody): string {
  const [address = ''] = file?.split('?', 1) ?? []
  return address.replace(/\/$/, '').split('/').at(-1) ?? ''
}
