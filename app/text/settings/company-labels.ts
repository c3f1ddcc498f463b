import { formatCep, normaliseCep } from '#app/domain/accounts/cep.ts'
import { isValidCnpj, normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { hasLinkMarks } from '#app/domain/accounts/person-name.ts'
import { formatPhone, normalisePhone } from '#app/domain/accounts/phone.ts'
import { isState } from '#app/domain/accounts/states.ts'
import type { Company } from '#app/domain/settings/company.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import type { SettingLabels } from '#app/text/settings/field-labels.ts'

const withoutLinks = {
  fault: 'Escreva sem endereço de site nem de e-mail',
  parse: (text: string) => (hasLinkMarks(text) ? null : text),
}

export const companyLabels: SettingLabels<Company> = {
  name: { label: 'Razão social' },
  tradeName: { label: 'Nome fantasia' },
  cnpj: {
    label: 'CNPJ',
    fault: 'CNPJ incorreto: confira os 14 caracteres',
    parse: (text) => {
      const cnpj = normaliseCnpj(text)
      return cnpj !== null && isValidCnpj(cnpj) ? cnpj : null
    },
    show: formatDocument,
  },
  zipCode: {
    label: 'CEP',
    fault: 'CEP incorreto: são oito números, como 18600-000',
    parse: normaliseCep,
    show: (text) => (normaliseCep(text) ? formatCep(text) : text),
  },
  street: { label: 'Rua', ...withoutLinks },
  number: { label: 'Número', ...withoutLinks },
  complement: { label: 'Complemento', ...withoutLinks },
  province: { label: 'Bairro', ...withoutLinks },
  city: { label: 'Cidade', ...withoutLinks },
  state: {
    label: 'UF',
    fault: 'UF incorreta: use a sigla do estado, como SP',
    parse: (text) => (isState(text.toUpperCase()) ? text.toUpperCase() : null),
  },
  phone: {
    label: 'Telefone',
    fault: 'Telefone incorreto: use DDD e número, como (14) 3333-0000',
    parse: (text) => (normalisePhone(text) ? formatPhone(text) : null),
  },
  email: { label: 'E-mail' },
  officerName: {
    label: 'Encarregado pelos dados (nome)',
    hint: 'Quem responde aos pedidos sobre dados pessoais (LGPD, art. 41). Sai no aviso de privacidade; sem nome, sai o contato da empresa.',
  },
  officerEmail: { label: 'E-mail do encarregado' },
  accountantEmail: {
    label: 'E-mail da contabilidade',
    hint: 'Recebe o fechamento do mês (PDF, Excel e CSV) no primeiro dia útil do mês seguinte. Vazio: ninguém recebe.',
  },
}
