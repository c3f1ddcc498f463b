import { z } from 'zod'
import {
  areClassesConsistent,
  areServiceCodesConsistent,
  normaliseTaxCode,
  type TaxField,
  taxFields,
} from '#app/domain/catalogue/taxes.ts'
import { optionalText } from '#app/forms/text-field.ts'
import {
  classMismatch,
  parseTaxCode,
  serviceCodeMismatch,
  taxMessages,
} from '#app/text/catalogue/tax-labels.ts'

function makeTaxFieldSchema(field: TaxField) {
  return optionalText(30).transform((text, context) => {
    if (text === '') return null
    const code = normaliseTaxCode(field, text)
    if (code !== null) return code
    context.addIssue(taxMessages[field])
    return z.NEVER
  })
}

export const taxesSchema = z
  .object({
    lock_version: z.coerce.number().int().min(0).default(0),
    nature: makeTaxFieldSchema('nature'),
    ncm: makeTaxFieldSchema('ncm'),
    origin: makeTaxFieldSchema('origin'),
    cfop_inside: makeTaxFieldSchema('cfop_inside'),
    cfop_outside: makeTaxFieldSchema('cfop_outside'),
    icms_cst: makeTaxFieldSchema('icms_cst'),
    csosn: makeTaxFieldSchema('csosn'),
    pis_cofins_cst: makeTaxFieldSchema('pis_cofins_cst'),
    ibs_cbs_cst: makeTaxFieldSchema('ibs_cbs_cst'),
    class_trib: makeTaxFieldSchema('class_trib'),
    service_code: makeTaxFieldSchema('service_code'),
    national_code: makeTaxFieldSchema('national_code'),
    nbs: makeTaxFieldSchema('nbs'),
    operation_code: makeTaxFieldSchema('operation_code'),
  })
  .refine(areClassesConsistent, { path: ['class_trib'], message: classMismatch })
  .refine(areServiceCodesConsistent, { path: ['national_code'], message: serviceCodeMismatch })

/** Sets a code in many publications; an empty code removes the publications' own code. */
export const taxChangeSchema = z
  .object({ field: z.enum(taxFields, { error: 'Escolha o que muda' }), code: optionalText(30) })
  .transform(({ field, code }, context) => {
    const normalisedCode = code === '' ? null : (normaliseTaxCode(field, code) ?? parseTaxCode(field, code))
    if (normalisedCode !== null || code === '') return { field, code: normalisedCode }
    context.addIssue({ code: 'custom', path: ['code'], message: taxMessages[field] })
    return z.NEVER
  })
