import { z } from 'zod'
import { normaliseCep } from '#app/domain/accounts/cep.ts'
import { isState, type State } from '#app/domain/accounts/states.ts'
import { normalisedText, optionalText, requiredText } from '#app/forms/text-field.ts'

/** A Brazilian address (F27, F44). */
export const addressSchema = z.object({
  zip_code: normalisedText(normaliseCep, 'CEP incorreto: são oito números, como 18600-000'),
  street: requiredText(150),
  number: requiredText(20),
  complement: optionalText(80),
  province: requiredText(80),
  city: requiredText(80),
  state: normalisedText<State>((text) => {
    const upper = text.toUpperCase()
    return isState(upper) ? upper : null
  }, 'UF incorreta: use a sigla do estado, como SP'),
})
