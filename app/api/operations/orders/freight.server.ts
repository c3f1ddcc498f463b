import { z } from 'zod'
import { defineOperation } from '#app/api/operation.server.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { chooseErrorText } from '#app/api/wire/values.ts'
import { normaliseCep } from '#app/domain/accounts/cep.ts'
import { freightQuoteHours } from '#app/domain/checkout/shipping.ts'
import { normalisedText } from '#app/forms/text-field.ts'
import { quoteFreight } from '#app/http/checkout/freight.server.ts'
import { formatAmount } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'

const measureField = z.union([z.number(), z.string().max(20)]).optional()

const freightBody = z
  .strictObject({
    cep: normalisedText(normaliseCep, 'CEP incorreto: são oito números, como 18600-000').meta({
      example: '18600000',
    }),
    peso: hiddenField(
      z
        .union([z.number(), z.string().max(20)], {
          error: chooseErrorText('Peso incorreto: use quilogramas inteiros, como 2'),
        })
        .transform((value, context) => {
          const kilograms = Math.max(1, Math.ceil(Number(String(value).replace(',', '.'))))
          if (kilograms <= 1_000) return kilograms
          context.addIssue('Peso incorreto: use quilogramas inteiros, como 2')
          return z.NEVER
        })
        .meta({ description: 'Peso dos impressos em quilogramas, arredondado para cima', example: '2' }),
    ),
    comprimento: hiddenField(
      measureField.meta({ description: 'Como largura, altura e diametro: a caixa é sempre a mesma' }),
    ),
    largura: hiddenField(measureField.meta({ example: 26 })),
    altura: hiddenField(measureField.meta({ example: 5 })),
    diametro: hiddenField(measureField.meta({ example: 36 })),
  })
  .meta({
    id: 'FreightRequest',
    example: { cep: '18600000', peso: '2', comprimento: 36, largura: 26, altura: 5, diametro: 36 },
  })

const serviceWire = z
  .object({
    service: z.string().meta({ example: 'PAC' }),
    Valor: z.string().meta({ description: 'Reais, com vírgula', example: '12,90' }),
    PrazoEntrega: z.number().int().meta({ description: 'Dias úteis do transportador' }),
    MsgErro: z.string().meta({ description: 'Vazio quando o serviço entrega' }),
  })
  .meta({ id: 'FreightService' })

export const getShippingPrice = defineOperation({
  id: 'getShippingPrice',
  method: 'POST',
  path: '/api/get_shipping_price/',
  tag: 'Pedidos',
  summary: 'Calcular o frete',
  description: `A resposta vale ${freightQuoteHours} horas e é a que o pedido precisa repetir. Quando nenhum serviço entrega, vem uma só linha, com \`MsgErro\`.`,
  access: 'anyone',
  scope: 'orders:read',
  body: freightBody,
  success: {
    status: 200,
    description: 'Os serviços, do mais barato ao mais caro',
    schema: z.array(serviceWire),
  },
  async handle({ body: { cep, peso } }) {
    const options = await quoteFreight(cep, peso)
    if (options.length === 0)
      return [{ service: '', Valor: '0,00', PrazoEntrega: 0, MsgErro: messages.noService(false) }]
    return options.map(({ service, value, days }) => ({
      service,
      Valor: formatAmount(value),
      PrazoEntrega: days ?? 0,
      MsgErro: '',
    }))
  },
})
