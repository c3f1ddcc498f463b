import { normaliseIe } from '#app/domain/accounts/state-registration.ts'
import type { Fiscal, LayoutChoice, TaxRegime } from '#app/domain/settings/fiscal.ts'
import type { SettingLabels } from '#app/text/settings/field-labels.ts'

export const regimeLabels: Readonly<Record<TaxRegime, string>> = {
  simples: 'Simples Nacional',
  'simples-excess': 'Simples Nacional, acima do sublimite',
  mei: 'Simples Nacional, MEI',
  normal: 'Regime normal',
}

export const layoutChoiceLabels: Readonly<Record<LayoutChoice, string>> = {
  law: 'Quem a lei manda, pelo regime',
  city: 'Prefeitura',
  national: 'Emissor Nacional',
}

export const fiscalLabels: SettingLabels<Fiscal> = {
  regime: {
    label: 'Regime tributário',
    hint: 'No Simples Nacional e no MEI os itens levam o CSOSN; acima do sublimite e no regime normal, o CST do ICMS.',
    options: regimeLabels,
    fault: 'Escolha o regime tributário',
  },
  ie: {
    label: 'Inscrição estadual',
    hint: 'Obrigatória para emitir NF-e.',
    fault: 'Inscrição estadual incorreta: digite só os números',
    parse: (text) => {
      const ie = normaliseIe(text, 14)
      return ie.ok && ie.value !== 'ISENTO' ? ie.value : null
    },
  },
  im: {
    label: 'Inscrição municipal',
    hint: 'Obrigatória para emitir NFS-e pela prefeitura; no Emissor Nacional, só se a cidade a mantém lá.',
    fault: 'Inscrição municipal incorreta: digite os números',
    parse: (text) => (/^[\d./-]*$/.test(text) ? text : null),
  },
  series: { label: 'Série da NF-e' },
  serviceSeries: {
    label: 'Série da NFS-e',
    hint: 'Só na prefeitura.',
    fault: 'Use só letras e números',
    parse: (text) => (/^[0-9A-Za-z]*$/.test(text) ? text : null),
  },
  serviceLayout: {
    label: 'NFS-e emitida por',
    hint: 'Depende do regime tributário.',
    options: layoutChoiceLabels,
    fault: 'Escolha quem emite a NFS-e',
  },
  serviceTaxPercent: {
    label: 'Tributos aproximados da NFS-e',
    hint: 'O Emissor Nacional pede (Lei 12.741/2012): no Simples, a alíquota efetiva; no regime normal, a soma dos federais. O MEI deixa vazio.',
  },
  cityTaxPercent: {
    label: 'Tributos municipais aproximados',
    hint: 'Só no regime normal, pelo Emissor Nacional: a alíquota do ISS.',
  },
  environment: {
    label: 'Ambiente',
    hint: 'Notas de homologação são um ensaio e não valem.',
    options: { test: 'Homologação (ensaio)', production: 'Produção' },
    fault: 'Escolha o ambiente',
  },
  cancellationHours: {
    label: 'Prazo de cancelamento',
    unit: 'horas',
    hint: 'Depois da autorização. 24 horas; em alguns estados, mais.',
  },
  refusesDispatchWithoutKey: {
    label: 'Só despachar mercadoria com a chave da NF-e',
    hint: 'Sem isso, o despacho sem a chave só avisa.',
  },
}
