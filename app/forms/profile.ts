import { z } from 'zod'
import { isValidCnpj, normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf, normaliseCpf } from '#app/domain/accounts/cpf.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'
import { normaliseIe } from '#app/domain/accounts/state-registration.ts'
import { normalisedText, optionalText, rejectLinks, requiredText } from '#app/forms/text-field.ts'
import { specTexts } from '#app/text/platform/messages.ts'

export const phoneField = normalisedText(
  normalisePhone,
  'Telefone incorreto: use DDD e número, como (14) 99999-0000',
)

export const emailField = z
  .string({ error: specTexts.fieldRequired })
  .trim()
  .toLowerCase()
  .pipe(z.email('E-mail incorreto: confira se está completo, como nome@exemplo.com.br').max(254))

export const nameField = rejectLinks(requiredText(150))

export const personFields = {
  name: nameField,
  cpf: normalisedText(makeNormaliser(normaliseCpf, isValidCpf), 'CPF incorreto: confira os 11 números'),
}

export function makeCompanyFields(ieMaxLength: number) {
  return {
    name: nameField,
    company_name: nameField,
    cnpj: normalisedText(
      makeNormaliser(normaliseCnpj, isValidCnpj),
      'CNPJ incorreto: confira os 14 caracteres',
    ),
    ie: makeCompanyIeField(ieMaxLength),
  }
}

/** Parses a person's IE (inscrição estadual), which only rural producers have. Returns null for empty and 'ISENTO'. */
export function makePersonIeField(maxLength: number) {
  return optionalText(30).transform((text, context) => {
    const ie = text === '' ? null : normaliseIe(text, maxLength)
    if (ie === null || (ie.ok && ie.value === 'ISENTO')) return null
    if (ie.ok) return ie.value
    context.addIssue(formatIeFault(ie.reason, maxLength))
    return z.NEVER
  })
}

function formatIeFault(reason: 'too-long' | 'invalid', maxLength: number): string {
  return reason === 'too-long'
    ? `Digite só os números, no máximo ${maxLength}`
    : 'Inscrição estadual incorreta: digite só os números, ou ISENTO'
}

/** Parses a company's IE, which is required. 'ISENTO' is a valid value. */
function makeCompanyIeField(maxLength: number) {
  return z.string({ error: specTexts.fieldRequired }).transform((text, context) => {
    const ie = normaliseIe(text, maxLength)
    if (ie.ok) return ie.value
    context.addIssue(formatIeFault(ie.reason, maxLength))
    return z.NEVER
  })
}

function makeNormaliser(
  normalise: (text: string) => string | null,
  isValid: (normalised: string) => boolean,
) {
  return (text: string) => {
    const normalised = normalise(text)
    return normalised !== null && isValid(normalised) ? normalised : null
  }
}
