import { email, omittable, optionalText, requiredText } from '#app/domain/settings/field.ts'
import { defineSetting, type SettingValues } from '#app/domain/settings/setting.ts'

export const company = defineSetting({
  name: 'company',
  for: 'superuser',
  fields: {
    name: requiredText({ max: 150 }),
    tradeName: requiredText({ max: 80 }),
    cnpj: requiredText({ max: 14 }),
    street: requiredText({ max: 150 }),
    number: requiredText({ max: 20 }),
    complement: optionalText({ max: 80 }),
    province: requiredText({ max: 80 }),
    city: requiredText({ max: 80 }),
    state: requiredText({ max: 2 }),
    zipCode: requiredText({ max: 8 }),
    phone: requiredText({ max: 20 }),
    email: email(),
    /** data protection officer (LGPD, art. 41); the company's e-mail applies if omitted */
    officerName: omittable(requiredText({ max: 80 })),
    officerEmail: omittable(email()),
    accountantEmail: omittable(email()), // recipient of the monthly closing
  },
})

export type Company = SettingValues<typeof company>
