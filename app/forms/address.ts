import { z } from 'zod'
import { normaliseCep } from '#app/domain/accounts/cep.ts'
import type { State } from '#app/domain/accounts/states.ts'
import { normalisedText, optionalText, rejectLinks, requiredText } from '#app/forms/text-field.ts'
import { readState } from '#app/text/accounts/state-names.ts'

export const addressSchema = z.object({
  zip_code: normalisedText(normaliseCep, 'CEP incorreto: são oito números, como 18600-000'),
  street: rejectLinks(requiredText(150)),
  number: rejectLinks(requiredText(20)),
  complement: rejectLinks(optionalText(80)),
  province: rejectLinks(requiredText(80)),
  city: rejectLinks(requiredText(80)),
  state: normalisedText<State>(readState, 'UF incorreta: use a sigla do estado, como SP'),
})
