import { z } from 'zod'
import { addressWire, toWireAddress } from '#app/api/wire/address.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import {
  flagInput,
  id,
  idInput,
  recordWire,
  toRecordStamps,
  toZeroOrOne,
  zeroOrOne,
} from '#app/api/wire/values.ts'
import type { ProfileRow } from '#app/models/accounts/user-list.server.ts'

export const profileWire = z
  .object({
    id,
    name: z.string(),
    company_name: z.string().nullable(),
    person_or_company: zeroOrOne.meta({ description: '1 para empresa' }),
    phone: z.string().nullable(),
    cpf: z.string().nullable(),
    cnpj: z.string().nullable(),
    ie: z.string().nullable(),
    is_partner: z.boolean(),
    temp_hash: z
      .string()
      .nullable()
      .meta({ description: 'Link aberto para nova senha; só para a equipe, ao ver um perfil (D51)' }),
    billing_address: addressWire.nullable(),
    shipping_address: addressWire.nullable(),
    user: z.object({
      id: id.meta({ description: 'Número do usuário, como em owner de uma expedição' }),
      email: z.string(),
      is_superuser: z.boolean(),
      is_staff: z.boolean(),
      is_active: z.boolean(),
    }),
    ...recordWire,
  })
  .meta({ id: 'Profile' })

export function toWireProfile(
  row: ProfileRow,
  linkToken: string | null = null,
): z.output<typeof profileWire> {
  const { is_company, is_partner, email, is_superuser, is_staff, is_active, billing, shipping } = row
  return {
    id: row.id,
    name: row.name,
    company_name: row.company_name,
    person_or_company: toZeroOrOne(is_company),
    phone: row.phone,
    cpf: row.cpf,
    cnpj: row.cnpj,
    ie: row.ie,
    is_partner,
    temp_hash: linkToken,
    billing_address: billing ? toWireAddress(billing) : null,
    shipping_address: shipping ? toWireAddress(shipping) : null,
    user: { id: row.userId, email, is_superuser, is_staff: is_staff || is_superuser, is_active },
    ...toRecordStamps(row),
  }
}

const requiredText = z.string().max(1_000)
const optionalText = requiredText.nullish()

const addressBody = z
  .strictObject({
    country: optionalText.meta({ description: 'Aceito e não usado: sempre Brasil', example: 'Brasil' }),
    zip_code: optionalText.meta({ example: '18600-000' }),
    street: optionalText.meta({ example: 'Rua das Hélices' }),
    number: optionalText.meta({ example: '100' }),
    complement: optionalText.meta({ example: '' }),
    province: optionalText.meta({ description: 'Bairro', example: 'Centro' }),
    city: optionalText.meta({ example: 'Botucatu' }),
    state: optionalText.meta({ example: 'SP' }),
  })
  .meta({ id: 'AddressInput' })

/** The body of a profile. Omitted fields are not changed. The forms' rules validate each field. */
export const profileBody = z
  .strictObject({
    name: optionalText.meta({ example: 'Ana Inventada da Silva' }),
    company_name: optionalText.meta({ example: 'Asa Inventada Aviação Agrícola Ltda.' }),
    person_or_company: flagInput.nullish().meta({ description: '1 para empresa', example: 0 }),
    phone: optionalText.meta({ example: '(14) 99999-0000' }),
    cpf: optionalText.meta({ example: '529.982.247-25' }),
    cnpj: optionalText.meta({ example: '12.ABC.345/01DE-35' }),
    ie: optionalText.meta({ description: 'Inscrição estadual, ou ISENTO', example: 'ISENTO' }),
    is_partner: z.boolean().nullish(),
    billing_address: addressBody.nullish(),
    shipping_address: addressBody.nullish().meta({ description: 'null remove o endereço de entrega' }),
    user: z
      .strictObject({
        id: hiddenField(idInput.nullish().meta({ description: 'Aceito como foi respondido e não usado' })),
        email: optionalText.meta({ example: 'ana@example.com' }),
        password: requiredText
          .optional()
          .meta({ description: 'Só ao criar a própria conta', example: 'uma senha inventada' }),
        is_superuser: z.boolean().nullish(),
        is_staff: z.boolean().nullish(),
        is_active: z.boolean().nullish(),
      })
      .optional(),
  })
  .meta({
    id: 'ProfileInput',
    example: {
      name: 'Ana Inventada da Silva',
      person_or_company: 0,
      phone: '(14) 99999-0000',
      cpf: '529.982.247-25',
      billing_address: {
        country: 'Brasil',
        zip_code: '18600-000',
        street: 'Rua das Hélices',
        number: '100',
        complement: '',
        province: 'Centro',
        city: 'Botucatu',
        state: 'SP',
      },
      shipping_address: null,
      user: { email: 'ana@example.com', password: 'uma senha inventada' },
    },
  })

export type ProfileBody = z.output<typeof profileBody>
