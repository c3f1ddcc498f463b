import { z } from 'zod'
import type { Issue } from '#app/api/field-errors.ts'
import { type ApiError, makeFieldError, makeIssuesError } from '#app/api/problem.server.ts'
import { shipmentStatusInput } from '#app/api/wire/codes.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import {
  civilDateOrNull,
  flagInput,
  idInput,
  profileReference,
  reaisOrNull,
  reference,
  userReference,
} from '#app/api/wire/values.ts'
import { shipmentTypes } from '#app/domain/checkout/carriers/carriers.ts'
import type { ShipmentRefusalReason } from '#app/models/shipments/shipment-contents.server.ts'
import type { ApiCode } from '#app/text/platform/api-codes.ts'
import { formatShipmentRefusal } from '#app/text/shipments/shipment-labels.ts'

const detailFields = {
  order: z
    .array(reference())
    .max(500)
    .optional()
    .meta({ description: 'Pedidos pagos do cliente', example: [12] }),
  lines: hiddenField(
    z.array(idInput).max(2_000).optional().meta({
      description: 'Linhas dos pedidos, para enviar só uma parte; sem elas, tudo o que espera envio',
    }),
  ),
  address_order: hiddenField(
    idInput.optional().meta({
      description: 'De pedidos com endereços diferentes, aquele para cujo endereço vai o volume',
    }),
  ),
  shipping_type: z
    .string()
    .max(20)
    .optional()
    .meta({
      description: new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(shipmentTypes),
      example: 'PAC',
    }),
  owner: userReference('Escolha um funcionário')
    .optional()
    .meta({ description: 'O número do usuário; sem ele, quem chama' }),
  value: reaisOrNull.meta({ description: 'Zero soma o frete dos pedidos', example: 22.5 }),
  note: z.string().max(2_000).nullish(),
}

export const newShipmentBody = z
  .strictObject({
    client: profileReference('Escolha um cliente'),
    ...detailFields,
    direct_shipping: flagInput.optional().meta({ description: 'Envio sem pedido, para um endereço' }),
    shipping_address: hiddenField(
      z
        .strictObject({
          country: z.string().max(60).nullish().meta({ description: 'Aceito e não usado: sempre Brasil' }),
          zip_code: z.string().max(20).optional(),
          street: z.string().max(300).optional(),
          number: z.string().max(40).optional(),
          complement: z.string().max(160).nullish(),
          province: z.string().max(160).optional(),
          city: z.string().max(160).optional(),
          state: z.string().max(10).optional(),
        })
        .nullish()
        .meta({ description: 'De um envio direto; sem ele, o do pedido de `signature`, ou o do cliente' }),
    ),
    signature: hiddenField(
      idInput.optional().meta({ description: 'A publicação comprada de que a expedição parte' }),
    ),
    creation_date: civilDateOrNull.meta({ description: 'AAAA-MM-DD; sem ela, hoje' }),
  })
  .meta({
    id: 'NewExpedition',
    example: { client: 12, order: [1052], shipping_type: 'PAC', owner: 4, value: 22.5, note: '' },
  })

export const shipmentChanges = z
  .strictObject({
    client: profileReference('Escolha um cliente')
      .optional()
      .meta({ description: 'Não muda: aceito se é o de agora' }),
    ...detailFields,
    status: hiddenField(shipmentStatusInput.optional()),
    track_code: z.string().max(40).nullish().meta({ example: 'AA123456785BR' }),
    send_date: civilDateOrNull,
    complete_date: civilDateOrNull,
    return_date: civilDateOrNull,
    left: hiddenField(
      z.enum(['in-force', 'packed']).optional().meta({
        description:
          'O que está na caixa quando a revisão mudou depois de embalada: a em vigor ou a embalada',
      }),
    ),
  })
  .meta({
    id: 'ExpeditionChanges',
    example: { status: 2, send_date: '2026-11-22', track_code: 'AA123456785BR' },
  })

export type ChangedShipment = z.output<typeof shipmentChanges>

/**
 * Throws ApiError 400 with the form's issues. `apiNames` maps form fields to API fields where they differ.
 */
export function rejectWithApiNames(
  issues: readonly Issue[],
  apiNames: Readonly<Record<string, string>>,
): never {
  throw makeIssuesError(
    issues.map(({ path: [name, ...innerPath], ...issue }) => ({
      ...issue,
      path: name === undefined ? [] : [apiNames[String(name)] ?? name, ...innerPath],
    })),
  )
}

export const wireNames = { type: 'shipping_type', shipping: 'shipping_address', line: 'lines' } as const

export function toShipmentError(reason: ShipmentRefusalReason): ApiError {
  const fields: Partial<Record<ShipmentRefusalReason, string>> = {
    'unknown-owner': 'owner',
    'unknown-client': 'client',
    'unit-of-other': 'signature',
    'nothing-to-send': 'order',
    'line-taken': 'order',
    'address-choice': 'address_order',
    'address-changed': 'address_order',
    'already-sent': 'shipping_type',
  }
  return makeFieldError(
    fields[reason] ?? 'non_field_errors',
    formatShipmentRefusal(reason),
    getShipmentRefusalCode(reason),
  )
}

/** Returns the API's error code for a rejected change of a shipment. */
export function getShipmentRefusalCode(reason: string): ApiCode {
  return refusalCodes[reason] ?? 'invalid'
}

const refusalCodes: Readonly<Record<string, ApiCode>> = {
  'nothing-to-send': 'nothing_to_send',
  'line-taken': 'line_taken',
  'unknown-client': 'unknown_record',
  'unknown-owner': 'unknown_record',
  'unit-of-other': 'unknown_record',
  'already-sent': 'locked',
  undone: 'locked',
  'order-not-paid': 'order_not_paid',
  'copy-withdrawn': 'locked',
  'invoice-missing': 'invoice_missing',
  'code-required': 'tracking_code',
  'code-wrong': 'tracking_code',
  'code-taken': 'tracking_code',
}
