import { z } from 'zod'
import { normaliseCep } from '#app/domain/accounts/cep.ts'
import type { State } from '#app/domain/accounts/states.ts'
import { normalisedText, optionalText, requiredText, withoutLinks } from '#app/forms/text-field.ts'
import { readState } from '#app/text/accounts/state-names.ts'

export const addressSchema = z.object({
  zip_code: normalisedText(normaliseCep, 'CEP incorreto: são oito números, como 18600-000'),
  street: withoutLinks(requiredText(150)),
  number: withoutLinks(requiredText(20)),
  complement: withoutLinks(optionalText(80)),
  province: withoutLinks(requiredText(80)),
  city: withoutLinks(requiredText(80)),
  state: normalisedText<State>(readState, 'UF incorreta: use a sigla do estado, como SP'),
})
